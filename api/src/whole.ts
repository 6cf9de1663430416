/**
 * Formats a whole amount, or the text of one with two decimals, with thousands separators. The browser's own formatter
 * takes milliseconds to load, before any screen with a number is there. Apart from money, which the landing page doesn't
 * need.
 */
export const formatWhole = (value: number | string): string => `${value}`.replace(/\B(?=(\d{3})+\b)/g, ',')
