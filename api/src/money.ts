/** USDC is counted in millionths, as the token itself does (6 decimals). AP and Steeze are whole. */
export const MICROS_PER_USDC = 1_000_000

/** Micro-USDC that one Steeze costs, and that one earned Steeze redeems for. The contract has the same. */
export const STEEZE_PRICE_MICROS = 100_000
export const STEEZE_VALUE_MICROS = 70_000
/** The same as people are told it. */
export const STEEZE_PER_USDC = MICROS_PER_USDC / STEEZE_PRICE_MICROS
export const STEEZE_VALUE_USDC = STEEZE_VALUE_MICROS / MICROS_PER_USDC

/** USDC as people read it: 2 decimals, rounded down so that nobody is shown more than they have. */
export function formatUsdc(micros: number): string {
  const cents = Math.floor(micros / (MICROS_PER_USDC / 100))
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** USDC without more decimals than it has, as somebody would type it: 12.5, 3. */
export const usdcPlain = (micros: number): string => String(micros / MICROS_PER_USDC)

/** A whole number with thousands separated: 12847 is '12,847'. */
export const formatWhole = (value: number): string => value.toLocaleString('en-US')

/** Abbreviated with one decimal from a thousand on: 999 is '999', 1500 is '1.5K', 2000000 is '2.0M'. Rounds down. */
export function formatShort(value: number): string {
  const oneDecimal = (unit: number) => (Math.floor((value / unit) * 10) / 10).toFixed(1)
  if (value >= 1_000_000) return `${oneDecimal(1_000_000)}M`
  if (value >= 1_000) return `${oneDecimal(1_000)}K`
  return String(value)
}
