/** Formats a whole amount with thousands separators. Apart from money, which the landing page doesn't need. */
export const formatWhole = (value: number): string => value.toLocaleString('en-US')
