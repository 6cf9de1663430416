import type { Queryable, Tx } from '#platform/db/db'
import type { Placed } from './day-cap.ts'
import { auraAwarded, countPair, type PairCount } from './rules.ts'
import { findBetween, updateCounted, type Vouch, type VouchBetween } from './store.ts'

type Counting<V extends Vouch> = V & { voucherId: string; targetId: string }

export const isCounting = <V extends Vouch>(vouch: V): vouch is Counting<V> =>
  vouch.voucherId !== null && vouch.targetId !== null

/** Two people, the smaller id first. */
type Pair = readonly [string, string]

const pairOf = ({ voucherId, targetId }: { voucherId: string; targetId: string }): Pair =>
  voucherId < targetId ? [voucherId, targetId] : [targetId, voucherId]
const keyOf = ([one, other]: Pair): string => `${one}/${other}`

interface Recounted {
  fresh: Placed[]
  /** Stored vouches that count for more or less; what their AP differ by stands in `auraCapped`. */
  changed: Vouch[]
}

/**
 * Returns new vouches with the AP they earn before the day's cap, and stores what the stored vouches of the same two
 * people count for, now that these came or the reverted ones are gone. The result depends only on the set of vouches,
 * never on the order in which they were found.
 */
export async function recountPairs(
  tx: Tx,
  { fresh, reverted }: { fresh: readonly Placed[]; reverted: readonly Vouch[] },
): Promise<Recounted> {
  const touched = new Map(
    [...fresh, ...reverted].filter(isCounting).map((vouch) => [keyOf(pairOf(vouch)), pairOf(vouch)]),
  )
  if (touched.size === 0) return { fresh: [...fresh], changed: [] }
  const stored = await findBetween(tx, [...touched.values()])
  const counts = new Map<number, number>()
  const changed: Vouch[] = []
  for (const [key, pair] of touched) {
    const known = stored.filter(({ one, other }) => keyOf([one, other]) === key)
    const mine = fresh.filter(isCounting).filter((vouch) => keyOf(pairOf(vouch)) === key)
    const all = [...known, ...mine].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    const { counted } = countOf(all, pair)
    for (const [index, vouch] of all.entries()) {
      const micros = counted[index] ?? 0
      counts.set(vouch.eventId, micros)
      const isStored = 'isOwn' in vouch
      if (!isStored || micros === vouch.countedMicros) continue
      const full = auraAwarded(micros, vouch.multiplier ?? '1.0')
      changed.push({ ...vouch, countedMicros: micros, auraCapped: full - vouch.auraAwarded })
    }
  }
  await updateCounted(tx, changed)
  return {
    fresh: fresh.map((vouch) => {
      const countedMicros = counts.get(vouch.eventId) ?? 0
      return { ...vouch, countedMicros, auraAwarded: auraAwarded(countedMicros, vouch.multiplier ?? '1.0') }
    }),
    changed,
  }
}

/** Counts the vouches of two people, in order; `there` is the direction from the first of them. */
function countOf(vouches: readonly (VouchBetween | Counting<Placed>)[], [one]: Pair): PairCount {
  return countPair(
    vouches.map((vouch) => {
      const isStored = 'isOwn' in vouch
      const isBack = isStored ? vouch.isBack : vouch.voucherId !== one
      // Vouches of earlier accounts, and for deleted ones, stay as they are.
      const isDecided = isStored && !(vouch.isOwn && vouch.isTargetLive)
      const fixedMicros = vouch.wasRelated ? 0 : isDecided ? vouch.countedMicros : null
      return { isBack, usdcMicros: vouch.usdcMicros, fixedMicros }
    }),
  )
}

/** Returns what one person's vouches for another count for so far, over all accounts of both. */
export async function findDirection(
  db: Queryable,
  { voucherId, targetId }: { voucherId: string; targetId: string },
): Promise<PairCount['there']> {
  const pair = pairOf({ voucherId, targetId })
  const { there, back } = countOf(await findBetween(db, [pair]), pair)
  return voucherId === pair[0] ? there : back
}
