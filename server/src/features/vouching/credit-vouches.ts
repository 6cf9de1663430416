import { levelOfStreak } from '@aura/api/levels'
import { formatUsdc, formatWhole } from '@aura/api/money'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import type { EventHandler, StoredEvent } from '#features/chain-events'
import { openDebtAccounts } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findUsernames } from '#features/profile'
import { queueForRelating } from '#features/related-accounts'
import { streaksAsOf } from '#features/streak'
import { findIneligible, findOwners } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { awardOf, capDays, reversalOf } from './day-cap.ts'
import { countedByPair, isCounting, pairKey, recountPairs } from './pair-cap.ts'
import { auraAwarded, countedMicros } from './rules.ts'
import { deleteVouches, insertVouches, type Vouch } from './store.ts'

/** Block times are whole seconds, so a wallet bound within that second counts as bound. */
const WITHIN_THE_SECOND_MS = 999

export const vouchHandler: EventHandler = {
  kind: 'vouched',
  isFinalOnly: false,

  async apply(ctx, tx, events) {
    const worth = await worthOf(tx, await withPeople(ctx, tx, events))
    const placed = worth.map((vouch, index) => {
      const { block, logIndex } = events[index] as StoredEvent
      return { ...vouch, blockNumber: block.number, logIndex }
    })
    const { fresh, transfers, changed } = await capDays(tx, { fresh: placed, days: [], dailyAp: VOUCH_RULES.dailyAp })
    await insertVouches(tx, fresh)
    await tell(ctx, tx, fresh)
    await queueForRelating(ctx, tx, targetsOf(fresh))
    await openDebtAccounts(tx, targetsOf(changed))
    return {
      transfers: [...transfers, ...fresh.filter(({ auraAwarded }) => auraAwarded > 0).map(awardOf)],
      changed: peopleOf([...fresh, ...changed]),
    }
  },

  /** Reverses unspent AP; staked AP become a debt. Room freed under a cap goes to other vouches. */
  async undo(_ctx, tx, events) {
    const vouches = await deleteVouches(
      tx,
      events.map(({ id }) => id),
    )
    const awarded = vouches.filter((vouch) => vouch.auraAwarded > 0)
    const days = [...vouches, ...(await recountPairs(tx, vouches))]
    const { transfers, changed } = await capDays(tx, { fresh: [], days, dailyAp: VOUCH_RULES.dailyAp })
    await openDebtAccounts(tx, targetsOf([...awarded, ...changed]))
    return { transfers: [...awarded.map(reversalOf), ...transfers], changed: peopleOf([...vouches, ...changed]) }
  },
}

const targetsOf = (vouches: readonly Vouch[]): string[] => [
  ...new Set(vouches.flatMap(({ targetId }) => targetId ?? [])),
]

const peopleOf = (vouches: readonly Vouch[]): string[] => [
  ...new Set(vouches.flatMap(({ voucherId, targetId }) => [voucherId, targetId].filter((id) => id !== null))),
]

/** Returns the vouches with both users. A user is absent if their side owned no wallet then or is ineligible. */
async function withPeople(ctx: Context, tx: Tx, events: readonly StoredEvent[]): Promise<Vouch[]> {
  const owners = await findOwners(
    tx,
    events.flatMap(({ account, target, block }) => {
      const at = new Date(block.time.getTime() + WITHIN_THE_SECOND_MS)
      return [
        { address: account, at },
        { address: target ?? '', at },
      ]
    }),
  )
  const people = owners.map(({ atThatTime }) => atThatTime)
  const noPart = await findIneligible(ctx, tx, [...new Set(people.filter((id) => id !== null))])
  return events.map((event, index) => {
    const [voucherId = null, targetId = null] = [people[2 * index], people[2 * index + 1]]
    const mayCount =
      voucherId !== null &&
      targetId !== null &&
      voucherId !== targetId &&
      !noPart.has(voucherId) &&
      !noPart.has(targetId)
    return {
      eventId: event.id,
      key: `vouch/${event.chainId}/${event.txHash}/${event.logIndex}/${event.incarnation}`,
      voucherWallet: event.account,
      targetWallet: event.target ?? '',
      voucherId: mayCount ? voucherId : null,
      targetId: mayCount ? targetId : null,
      usdcMicros: event.usdcMicros,
      countedMicros: 0,
      multiplier: null,
      auraAwarded: 0,
      auraCapped: 0,
      txHash: event.txHash,
      vouchedAt: event.block.time,
    }
  })
}

/** Returns the vouches with their awards, in order: within a pair, earlier vouches use up the cap first. */
async function worthOf(tx: Tx, vouches: readonly Vouch[]): Promise<Vouch[]> {
  const counting = vouches.filter(isCounting)
  const streaks = await streaksAsOf(
    tx,
    counting.map(({ voucherId, vouchedAt }) => ({ userId: voucherId, at: vouchedAt })),
  )
  const multipliers = new Map(
    counting.map(({ eventId }, index) => [eventId, VOUCH_MULTIPLIERS[levelOfStreak(streaks[index] ?? 0).key]]),
  )
  const used = await countedByPair(tx, counting)
  return vouches.map((vouch) => {
    if (!isCounting(vouch)) return vouch
    const pair = pairKey(vouch)
    const before = used.get(pair) ?? 0
    const counted = countedMicros(vouch.usdcMicros, before)
    used.set(pair, before + counted)
    const multiplier = multipliers.get(vouch.eventId) ?? '1.0'
    return { ...vouch, countedMicros: counted, multiplier, auraAwarded: auraAwarded(counted, multiplier) }
  })
}

async function tell(ctx: Context, tx: Tx, vouches: readonly Vouch[]): Promise<void> {
  const counting = vouches.filter(isCounting)
  if (counting.length === 0) return
  const names = await findUsernames(tx, [...new Set(counting.map(({ voucherId }) => voucherId))])
  await insertNotifications(
    tx,
    ctx.clock,
    counting.map(({ eventId, voucherId, targetId, usdcMicros, auraAwarded: awarded, auraCapped: capped }) => ({
      userId: targetId,
      type: 'vouch_received',
      title: `${names.get(voucherId) ?? 'Somebody'} vouched for you`,
      message: `${formatUsdc(usdcMicros)} USDC is in your wallet, and you were awarded ${formatWhole(awarded)} Aura Points.${capped > 0 ? DAY_CAP_TEXT : ''}`,
      relatedId: voucherId,
      actorId: voucherId,
      isOwn: true,
      // A vouch that returns in another block keeps its key, so it is announced once.
      key: `vouch/${eventId}`,
    })),
  )
}

const DAY_CAP_TEXT = ` Vouches can’t award you more today: the limit is ${formatWhole(VOUCH_RULES.dailyAp)} AP.`
