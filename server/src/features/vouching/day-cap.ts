import { houseAccount, type Transfer, userAccount } from '#features/ledger'
import type { Tx } from '#platform/db/db'
import { dayOf, nextKey, withinDay } from './rules.ts'
import { findVouchesOfDays, updateAwards, type Vouch } from './store.ts'

export const awardOf = (vouch: Vouch): Transfer => ({
  key: vouch.key,
  kind: 'vouch_award',
  reference: vouch.txHash,
  from: houseAccount('ap_issued'),
  to: userAccount(vouch.targetId as string, 'ap_available'),
  amount: vouch.auraAwarded,
})

/** Returns a transfer that reverses an award's unspent part; the staked part needs a debt account. */
export const reversalOf = (vouch: Vouch): Transfer => ({
  key: `${vouch.key}/undone`,
  kind: 'chain_reversal',
  ignoresDebt: true,
  reference: vouch.txHash,
  from: userAccount(vouch.targetId as string, 'ap_available'),
  to: houseAccount('ap_issued'),
  amount: vouch.auraAwarded,
  overdraws: true,
})

/** A vouch with its position on the chain. */
export type Placed = Vouch & { blockNumber: number; logIndex: number }

interface Capped {
  /** The new vouches, with the awards the cap leaves them. */
  fresh: Vouch[]
  /** Transfers that reverse and repeat awards changed by the cap. */
  transfers: Transfer[]
  changed: Vouch[]
}

/**
 * Applies the day's cap to new vouches together with the stored ones of the same targets and days, and recomputes the
 * days of `days`: of reverted vouches, and of those that now count for another amount. A vouch found late, or reverted,
 * changes the awards of others, which are reversed and made anew.
 */
export async function capDays(
  tx: Tx,
  { fresh, days, dailyAp }: { fresh: readonly Placed[]; days: readonly Vouch[]; dailyAp: number },
): Promise<Capped> {
  const touched = new Map(
    [...fresh, ...days].flatMap(({ targetId, vouchedAt, auraAwarded, auraCapped }) =>
      targetId === null || (auraAwarded === 0 && auraCapped === 0)
        ? []
        : [[`${targetId}/${dayOf(vouchedAt)}`, { targetId, day: dayOf(vouchedAt) }] as const],
    ),
  )
  if (touched.size === 0) return { fresh: [...fresh], transfers: [], changed: [] }
  const stored = await findVouchesOfDays(tx, [...touched.values()])
  const isFresh = new Set(fresh.map(({ eventId }) => eventId))
  const outcome = new Map<number, Vouch>()
  const earning = [...stored, ...fresh.filter(({ auraAwarded }) => auraAwarded > 0)]
  const byDay = Map.groupBy(earning, ({ targetId, vouchedAt }) => `${targetId}/${dayOf(vouchedAt)}`)
  for (const vouches of byDay.values()) {
    const full = vouches.map((vouch) => ({ ...vouch, full: vouch.auraAwarded + vouch.auraCapped }))
    for (const { vouch, awarded, capped } of withinDay(full, dailyAp)) {
      outcome.set(vouch.eventId, { ...vouch, auraAwarded: awarded, auraCapped: capped })
    }
  }
  const differing = stored.filter(
    (vouch) => !isFresh.has(vouch.eventId) && outcome.get(vouch.eventId)?.auraAwarded !== vouch.auraAwarded,
  )
  const again = differing.map((vouch) => ({ ...vouch, ...outcome.get(vouch.eventId), key: nextKey(vouch.key) }))
  await updateAwards(tx, again)
  const isPaid = ({ auraAwarded }: Vouch) => auraAwarded > 0
  return {
    fresh: fresh.map((vouch) => outcome.get(vouch.eventId) ?? vouch),
    transfers: [...differing.filter(isPaid).map(reversalOf), ...again.filter(isPaid).map(awardOf)],
    changed: differing,
  }
}
