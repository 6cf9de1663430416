import { MICROS_PER_USDC } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'

/** The contract's lifetime cap from one address to another, and our cap on what earns AP between two accounts. */
export const PAIR_CAP_MICROS = VOUCH_RULES.maxUsdc * MICROS_PER_USDC

/** Returns how much of a vouch earns AP, in micro-USDC, after `before` of the same pair. */
export const countedMicros = (usdcMicros: number, before: number): number =>
  Math.max(0, Math.min(usdcMicros, PAIR_CAP_MICROS - before))

/** Returns floor(AP per USDC × USDC × multiplier), exactly: the multiplier has one decimal and is counted in tenths. */
export function auraAwarded(counted: number, multiplier: string): number {
  const tenths = Math.round(Number(multiplier) * 10)
  return Number((BigInt(counted) * BigInt(VOUCH_RULES.apPerUsdc) * BigInt(tenths)) / BigInt(MICROS_PER_USDC * 10))
}

export interface DayVouch {
  blockNumber: number
  logIndex: number
  /** AP before the cap is applied. */
  full: number
}

/**
 * Splits the awards for one target on one UTC day into what the cap allows and what it withholds, in chain order. The
 * vouch that crosses the cap earns the remainder. The result depends only on the set of vouches, never on the order in
 * which they were found.
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

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const REVISION = /^(.*)\/r(\d+)$/

/** Returns the key for an award that replaces a reversed one, because the ledger never reuses a key. */
export function nextKey(key: string): string {
  const [, base, revision] = REVISION.exec(key) ?? []
  return base === undefined ? `${key}/r2` : `${base}/r${Number(revision) + 1}`
}
