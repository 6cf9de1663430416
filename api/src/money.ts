import { formatWhole } from './whole.ts'

export { formatWhole } from './whole.ts'

/** USDC is counted in millionths, as by the token (6 decimals). AP and Steeze are whole. */
export const MICROS_PER_USDC = 1_000_000

/** Micro-USDC per Steeze when buying, and per earned Steeze when redeeming. The contract has the same values. */
export const STEEZE_PRICE_MICROS = 100_000
export const STEEZE_VALUE_MICROS = 70_000
export const STEEZE_PER_USDC = MICROS_PER_USDC / STEEZE_PRICE_MICROS
export const STEEZE_VALUE_USDC = STEEZE_VALUE_MICROS / MICROS_PER_USDC

/** Formats with two decimals, rounded down so that no one is shown more than they have. */
export function formatUsdc(micros: number): string {
  const cents = Math.floor(micros / (MICROS_PER_USDC / 100))
  return formatWhole((cents / 100).toFixed(2))
}

/** Formats an amount of whole USDC, as responses carry it, like `formatUsdc`. */
export const usdcText = (usdc: number): string => formatUsdc(Math.round(usdc * MICROS_PER_USDC))

/** Formats without thousands separators or trailing zeros: 12.5, 3. */
export const usdcPlain = (micros: number): string => String(micros / MICROS_PER_USDC)

/** Shortens amounts from a thousand on to one decimal, rounded down: 999 is '999', 1500 '1.5K', 2000000 '2.0M'. */
export function formatShort(value: number): string {
  const oneDecimal = (unit: number) => (Math.floor((value / unit) * 10) / 10).toFixed(1)
  if (value >= 1_000_000) return `${oneDecimal(1_000_000)}M`
  if (value >= 1_000) return `${oneDecimal(1_000)}K`
  return String(value)
}
