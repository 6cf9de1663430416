import type { Tx } from '#platform/db/db'
import { auraAwarded, countedMicros } from './rules.ts'
import { findUncounted, sumPairs, updateCounted, type Vouch } from './store.ts'

export type CountingVouch = Vouch & { voucherId: string; targetId: string }

export const isCounting = (vouch: Vouch): vouch is CountingVouch => vouch.voucherId !== null && vouch.targetId !== null

export const pairKey = ({ voucherId, targetId }: { voucherId: string; targetId: string }): string =>
  `${voucherId}/${targetId}`

/** Returns the micro-USDC counted so far, by pair. */
export async function countedByPair(tx: Tx, pairs: readonly CountingVouch[]): Promise<Map<string, number>> {
  return new Map((await sumPairs(tx, pairs)).map((pair) => [pairKey(pair), pair.countedMicros]))
}

/**
 * Gives the room that reverted vouches leave under their pair's cap to its other vouches, in chain order. Returns those
 * that now count for more: the AP they gain are withheld until the day's cap has decided.
 */
export async function recountPairs(tx: Tx, reverted: readonly Vouch[]): Promise<Vouch[]> {
  const pairs = reverted.filter(isCounting)
  if (pairs.length === 0) return []
  const used = await countedByPair(tx, pairs)
  const recounted = (await findUncounted(tx, pairs)).filter(isCounting).flatMap((vouch) => {
    const before = used.get(pairKey(vouch)) ?? 0
    const more = countedMicros(vouch.usdcMicros - vouch.countedMicros, before)
    if (more === 0) return []
    used.set(pairKey(vouch), before + more)
    const counted = vouch.countedMicros + more
    const full = auraAwarded(counted, vouch.multiplier ?? '1.0')
    return [{ ...vouch, countedMicros: counted, auraCapped: full - vouch.auraAwarded }]
  })
  await updateCounted(tx, recounted)
  return recounted
}
