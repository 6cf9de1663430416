import { levelOfStreak } from '@aura/api/levels'
import { formatUsdc, formatWhole } from '@aura/api/money'
import { VOUCH_MULTIPLIERS, VOUCH_RULES } from '@aura/api/rules/vouching'
import type { EventHandler, StoredEvent } from '#features/chain-events'
import { openDebtAccounts } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import { findUsernames } from '#features/profile'
import { findRelated, queueForRelating } from '#features/related-accounts'
import { streaksAsOf } from '#features/streak'
import { findIneligible, findOwners } from '#features/wallets'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { awardOf, capDays, reversalOf } from './day-cap.ts'
import { isCounting, recountPairs } from './pair-cap.ts'
import { type Counted, withoutAp } from './rules.ts'
import { deleteVouches, insertVouches, type Vouch } from './store.ts'

/** Block times are whole seconds, so a wallet bound within that second counts as bound. */
const WITHIN_THE_SECOND_MS = 999

export const vouchHandler: EventHandler = {
  kind: 'vouched',
  isFinalOnly: false,

  async apply(ctx, tx, events) {
    const found = await withMultipliers(tx, await withPeople(ctx, tx, events))
    const placed = found.map((vouch, index) => {
      const { block, logIndex } = events[index] as StoredEvent
      return { ...vouch, blockNumber: block.number, logIndex }
    })
    const worth = await recountPairs(tx, { fresh: placed, reverted: [] })
    const { fresh, transfers, changed } = await capDays(tx, {
      fresh: worth.fresh,
      days: worth.changed,
      dailyAp: VOUCH_RULES.dailyAp,
    })
    await insertVouches(tx, fresh)
    await tell(ctx, tx, fresh)
    await queueForRelating(ctx, tx, targetsOf(fresh))
    await openDebtAccounts(tx, targetsOf(changed))
    return {
      transfers: [...transfers, ...fresh.filter(({ auraAwarded }) => auraAwarded > 0).map(awardOf)],
      changed: peopleOf([...fresh, ...changed]),
    }
  },

  /** Reverses unspent AP; staked AP become a debt. What other vouches count for without these is counted again. */
  async undo(_ctx, tx, events) {
    const vouches = await deleteVouches(
      tx,
      events.map(({ id }) => id),
    )
    const awarded = vouches.filter((vouch) => vouch.auraAwarded > 0)
    const days = [...vouches, ...(await recountPairs(tx, { fresh: [], reverted: vouches })).changed]
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
      wasRelated: false,
    }
  })
}

/** Returns the vouches with the multiplier of their vouchers' levels then, and whether the two are related now. */
async function withMultipliers(tx: Tx, vouches: readonly Vouch[]): Promise<Vouch[]> {
  const counting = vouches.filter(isCounting)
  const streaks = await streaksAsOf(
    tx,
    counting.map(({ voucherId, vouchedAt }) => ({ userId: voucherId, at: vouchedAt })),
  )
  const related = await findRelated(
    tx,
    counting.map(({ voucherId, targetId }) => ({ people: [voucherId], accounts: [targetId] })),
  )
  const known = new Map(
    counting.map(({ eventId }, index) => [
      eventId,
      {
        multiplier: VOUCH_MULTIPLIERS[levelOfStreak(streaks[index] ?? 0).key],
        wasRelated: (related[index]?.size ?? 0) > 0,
      },
    ]),
  )
  return vouches.map((vouch) => ({ ...vouch, ...known.get(vouch.eventId) }))
}

async function tell(ctx: Context, tx: Tx, vouches: readonly Vouch[]): Promise<void> {
  const counting = vouches.filter(isCounting)
  if (counting.length === 0) return
  const names = await findUsernames(tx, [...new Set(counting.map(({ voucherId }) => voucherId))])
  await insertNotifications(
    tx,
    ctx.clock,
    counting.map(({ eventId, voucherId, targetId, usdcMicros, ...vouch }) => ({
      userId: targetId,
      type: 'vouch_received',
      title: `${names.get(voucherId) ?? 'Somebody'} vouched for you`,
      message: `${formatUsdc(usdcMicros)} USDC is in your wallet${awardText({ ...vouch, usdcMicros })}`,
      relatedId: voucherId,
      actorId: voucherId,
      isOwn: true,
      // A vouch that returns in another block keeps its key, so it is announced once.
      key: `vouch/${eventId}`,
    })),
  )
}

/** Returns the rest of the sentence about the USDC, with the AP they brought, and why not more. */
function awardText({ auraAwarded, auraCapped, ...vouch }: Pick<Vouch, 'auraAwarded' | 'auraCapped' | Counted>): string {
  const without = withoutAp(vouch)
  if (without === 'related') return '. Vouches between related accounts bring no Aura Points.'
  const text = `, and you were awarded ${formatWhole(auraAwarded)} Aura Points.`
  return `${text}${without === null ? '' : UNCOUNTED_TEXT}${auraCapped > 0 ? DAY_CAP_TEXT : ''}`
}

const UNCOUNTED_TEXT = ` Only the net of what you two vouch for one another counts, up to ${VOUCH_RULES.maxUsdc} USDC.`
const DAY_CAP_TEXT = ` Vouches can’t award you more today: the limit is ${formatWhole(VOUCH_RULES.dailyAp)} AP.`
