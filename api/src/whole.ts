/**
 * Formats a whole amount with thousands separators. The browser's own formatter takes milliseconds to load, before any
 * screen with a number is there. Apart from money, which the landing page doesn't need.
 */
export const formatWhole = (value: number): string => withSeparators(value.toFixed(0))

/** Takes an amount with at most two decimals. */
export const withSeparators = (amount: string): string => amount.replace(/\B(?=(\d{3})+\b)/g, ',')
