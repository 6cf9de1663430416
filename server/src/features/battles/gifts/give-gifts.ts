import type { ErrorCode } from '@aura/api/errors'
import { lockForPosting, type Posting, userAccount } from '#features/ledger'
import { findRelated } from '#features/related-accounts'
import { findIneligible } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { brokenConstraint, type Tx } from '#platform/db/db'
import { isOutageUnseen, timeWithoutOutage } from '../outages/heartbeat.ts'
import { publishGifts } from '../publish-changes.ts'
import { findBattles } from '../store.ts'
import { findKnownGifts, findKnownRefusals, storeRefusals } from './gift-answers.ts'
import {
  type BattleFacts,
  type GiftOutcome,
  type GiftPlan,
  type KnownAnswer,
  planGifts,
  type WantedGift,
} from './gift-batch.rules.ts'
import { insertGifts, lockLiveBattles } from './gift-store.ts'
import { giftAccounts, giftTransfers } from './gift-transfers.ts'
import type { RecentRepeats } from './recent-repeats.ts'

/**
 * Gives gifts in one transaction, in order. Returns an outcome for each; a refusal doesn't affect the others. Durable
 * when this resolves; a known key gets the same outcome again. Locks battles, reads the time, then locks the givers'
 * accounts. With `repeats`, keys count as new unless it says otherwise; a repeated one rolls the transaction back, and
 * the next transaction looks keys up.
 */
export async function giveGifts(
  ctx: Context,
  wanted: readonly WantedGift[],
  repeats?: RecentRepeats,
): Promise<GiftOutcome[]> {
  const { outcomes, given, totals } = await decideWithLocks(ctx, wanted, !(repeats?.areLikely ?? true)).catch(
    (error: unknown) => {
      if (brokenConstraint(error) !== KEYS) throw error
      repeats?.met()
      return decideWithLocks(ctx, wanted, false)
    },
  )
  for (const [battleId, gifts] of Map.groupBy(given, (gift) => gift.battleId)) {
    publishGifts(ctx, battleId, {
      giverIds: gifts.map(({ giverId }) => giverId),
      isExtended: totals.get(battleId)?.endsAt != null,
    })
  }
  return outcomes
}

/** The unique index of keys. */
const KEYS = 'battle_gifts_key'

const decideWithLocks = (ctx: Context, wanted: readonly WantedGift[], areKeysNew: boolean): Promise<GiftPlan> =>
  decideGifts(ctx, wanted, { areKeysNew }).catch(async (error: unknown) => {
    if (!(error instanceof LockAgain)) throw error
    // The settlement does the same. It takes locks that come before a battle's, so it has a transaction of its own.
    await timeWithoutOutage(ctx)
    return decideGifts(ctx, wanted, { areKeysNew, isEndDecided: true })
  })

/**
 * The battles must be locked again: one is past its end, but an outage that was not yet examined may move that; or one
 * became live after the locks were taken, since it started or its end moved.
 */
class LockAgain extends Error {}

function decideGifts(
  ctx: Context,
  wanted: readonly WantedGift[],
  { areKeysNew, isEndDecided = false }: { areKeysNew: boolean; isEndDecided?: boolean },
): Promise<GiftPlan> {
  return ctx.db.tx(async (tx) => {
    const battles = await lockBattles(ctx, tx, unique(wanted.map(({ battleId }) => battleId)))
    const isLate = [...battles.values()].some(({ battle, at }) => battle.status === 'active' && at >= battle.endsAt)
    if (isLate && !isEndDecided && (await isOutageUnseen(ctx, tx))) throw new LockAgain()
    const lockedIds = [...battles].flatMap(([id, { isLocked }]) => (isLocked ? [id] : []))
    const giverIds = unique(wanted.map(({ giverId }) => giverId))
    // Pipelined, so executed in this order. Stored outcomes are read after the locks: a concurrent twin has committed
    // by then, or waits.
    const [posting, given, refused, ineligible, related] = await Promise.all([
      lockForPosting(tx, ctx.clock, lockedIds.length > 0 ? giftAccounts(lockedIds, giverIds) : []),
      areKeysNew ? none : findKnownGifts(tx, wanted),
      findKnownRefusals(tx, ctx.clock, wanted, { lifeMs: ctx.limits.idempotencyMs }),
      lockedIds.length > 0 ? findIneligible(ctx, tx, giverIds) : new Map<string, ErrorCode>(),
      lockedIds.length > 0 ? findRelatedGivers(tx, wanted, battles) : new Map<string, Set<string>>(),
    ])
    const facts = {
      battles,
      known: new Map([...refused, ...given]),
      purses: pursesOf(posting, giverIds),
      debtors: new Set(giverIds.filter((giverId) => posting.isInDebt(giverId))),
      ineligible,
      related,
    }
    let plan = planGifts(wanted, facts)
    const refusals = plan.outcomes.flatMap((outcome, position) =>
      'refused' in outcome ? [wanted[position] as WantedGift] : [],
    )
    if (areKeysNew && refusals.length > 0) {
      // The index never sees the key of a refused gift. An earlier gift with that key may have emptied the balance, or
      // another server gave it while this one stored a refusal.
      const again = await findKnownGifts(tx, refusals)
      if (again.size > 0) plan = planGifts(wanted, { ...facts, known: new Map([...facts.known, ...again]) })
    }
    await Promise.all([
      // Keys of transfers contain the numbers of gifts of a locked battle, so they are new.
      posting.postNew(
        plan.given.flatMap((gift) => giftTransfers(gift, (battles.get(gift.battleId) as BattleFacts).battle)),
      ),
      insertGifts(tx, plan.given, plan.totals),
      storeRefusals(tx, ctx.clock, wanted, plan),
    ])
    return plan
  })
}

/** Returns the givers related to either side, by battle. */
async function findRelatedGivers(
  tx: Tx,
  wanted: readonly WantedGift[],
  battles: ReadonlyMap<string, BattleFacts>,
): Promise<Map<string, Set<string>>> {
  const givers = Map.groupBy(wanted, ({ battleId }) => battleId)
  const known = [...battles.values()].map(({ battle }) => battle)
  const related = await findRelated(
    tx,
    known.map(({ id, challengerId, opponentId }) => ({
      people: unique((givers.get(id) ?? []).map(({ giverId }) => giverId)),
      accounts: [challengerId, opponentId],
    })),
  )
  return new Map(known.map(({ id }, index) => [id, related[index] as Set<string>]))
}

const none: ReadonlyMap<string, KnownAnswer> = new Map()

const unique = (values: readonly string[]) => [...new Set(values)]

const pursesOf = (posting: Posting, giverIds: readonly string[]) =>
  new Map(
    giverIds.map((giverId) => [
      giverId,
      {
        purchased: posting.balanceOf(userAccount(giverId, 'steeze_purchased')),
        earned: posting.balanceOf(userAccount(giverId, 'steeze_earned')),
      },
    ]),
  )

async function lockBattles(ctx: Context, tx: Tx, ids: readonly string[]): Promise<Map<string, BattleFacts>> {
  const battles = new Map<string, BattleFacts>()
  for (const live of await lockLiveBattles(tx, ids, ctx.clock.sqlNow())) {
    battles.set(live.battle.id, { ...live, isLocked: true })
  }
  const others = ids.filter((id) => !battles.has(id))
  if (others.length > 0) {
    const rows = await findBattles(tx, others)
    const at = await databaseTime(tx, ctx.clock)
    for (const battle of rows) {
      if (battle?.status === 'active' && at < battle.endsAt) throw new LockAgain()
      if (battle) battles.set(battle.id, { battle, at, isLocked: false })
    }
  }
  return battles
}
