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

/** A vouch that earns AP, and its place on the chain. */
export interface DayVouch {
  blockNumber: number
  logIndex: number
  /** AP without a cap. */
  full: number
}

/**
 * Splits what each vouch for one person on one UTC day would award into what the cap leaves and what it takes, in the
 * order of the chain. The vouch that crosses the cap earns what is left. The outcome depends on the set of vouches alone,
 * never on the order in which they were found.
 */
export function withinDay<T extends DayVouch>(
  vouches: readonly T[],
  cap: number,
): { vouch: T; awarded: number; capped: number }[] {
  let left = cap
  return [...vouches]
    .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    .map((vouch) => {
      const awarded = Math.min(vouch.full, left)
      left -= awarded
      return { vouch, awarded, capped: vouch.full - awarded }
    })
}

/** The UTC day of a block, such as 2026-03-02. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const REVISION = /^(.*)\/r(\d+)$/

/** The key of a vouch's award once the one it had is reversed: the ledger never uses a key twice. */
export function nextKey(key: string): string {
  const [, base, revision] = REVISION.exec(key) ?? []
  return base === undefined ? `${key}/r2` : `${base}/r${Number(revision) + 1}`
}
