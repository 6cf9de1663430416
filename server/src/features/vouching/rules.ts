import { MICROS_PER_USDC } from '@aura/api/money'
import { VOUCH_RULES } from '@aura/api/rules/vouching'

/** The contract's lifetime cap from one address to another, and our cap on what earns AP between two accounts. */
export const PAIR_CAP_MICROS = VOUCH_RULES.maxUsdc * MICROS_PER_USDC

/** A vouch between two people, in either direction. */
export interface PairVouch {
  isBack: boolean
  usdcMicros: number
  /** Micro-USDC that count whatever came before: null, unless decided already. */
  fixedMicros: number | null
}

/** The vouches of one direction so far, in micro-USDC. */
interface Direction {
  counted: number
  /** The highest net in this direction so far. */
  highest: number
  /** What the next vouch only returns, or gives again, before it counts. */
  uncounted: number
}

export interface PairCount {
  /** Micro-USDC of each vouch that earn AP, in order. */
  counted: number[]
  there: Direction
  back: Direction
}

/**
 * Returns what earns AP of the vouches of two people, both directions in chain order. A vouch counts by how far it lifts
 * the net in its direction (given minus received back) above the highest it has been: what returns money, or sends it
 * round again, earns nothing. Each direction counts at most the pair's cap.
 */
export function countPair(vouches: readonly PairVouch[]): PairCount {
  const directions = {
    there: { counted: 0, highest: 0, uncounted: 0 },
    back: { counted: 0, highest: 0, uncounted: 0 },
  }
  let net = 0
  const counted = vouches.map(({ isBack, usdcMicros, fixedMicros }) => {
    net += isBack ? -usdcMicros : usdcMicros
    const direction = isBack ? directions.back : directions.there
    const reached = isBack ? -net : net
    const lifted = Math.max(0, reached - direction.highest)
    direction.highest = Math.max(direction.highest, reached)
    const micros = fixedMicros ?? Math.min(lifted, Math.max(0, PAIR_CAP_MICROS - direction.counted))
    direction.counted += micros
    return micros
  })
  directions.there.uncounted = directions.there.highest - net
  directions.back.uncounted = directions.back.highest + net
  return { counted, ...directions }
}

/** Returns floor(AP per USDC × USDC × multiplier), exactly: the multiplier has one decimal and is counted in tenths. */
export function auraAwarded(counted: number, multiplier: string): number {
  const tenths = Math.round(Number(multiplier) * 10)
  return Number((BigInt(counted) * BigInt(VOUCH_RULES.apPerUsdc) * BigInt(tenths)) / BigInt(MICROS_PER_USDC * 10))
}

export type Counted = 'usdcMicros' | 'countedMicros' | 'wasRelated'

/** Returns why a vouch, or a part of it, earned nothing before the day's cap; null if all of it counted. */
export function withoutAp({
  usdcMicros,
  countedMicros,
  wasRelated,
}: {
  usdcMicros: number
  countedMicros: number
  wasRelated: boolean
}): 'related' | 'uncounted' | null {
  if (wasRelated) return 'related'
  return countedMicros < usdcMicros ? 'uncounted' : null
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
