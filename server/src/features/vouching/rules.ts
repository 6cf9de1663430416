import { MICROS_PER_USDC } from '@aura/api/money'

interface VouchTerms {
  apPerUsdc: number
  /** What of two accounts' vouches earns AP, ever. */
  pairCapMicros: number
}

/** What of a vouch still earns AP, when this much of the pair's has before. */
export const countedMicros = (usdcMicros: number, before: number, { pairCapMicros }: VouchTerms): number =>
  Math.max(0, Math.min(usdcMicros, pairCapMicros - before))

/** floor(AP per USDC x USDC x multiplier), exactly: the multiplier is a decimal of one digit, counted in tenths. */
export function auraAwarded(counted: number, multiplier: string, { apPerUsdc }: VouchTerms): number {
  const tenths = Math.round(Number(multiplier) * 10)
  return Number((BigInt(counted) * BigInt(apPerUsdc) * BigInt(tenths)) / BigInt(MICROS_PER_USDC * 10))
}
