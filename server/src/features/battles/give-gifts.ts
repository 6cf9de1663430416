import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import { lockForPosting, userAccount } from '#features/ledger'
import { findIneligible } from '#features/wallets'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { findAnswers, insertAnswers } from '#platform/idempotency/store'
import {
  type BattleFacts,
  type GiftOutcome,
  giftId,
  type KnownAnswer,
  planGifts,
  type WantedGift,
} from './gift-batch.rules.ts'
import { findGifts, findGone, insertGifts, lockLiveBattles } from './gift-store.ts'
import { giftAccounts, giftTransfers } from './gift-transfers.ts'
import { publishGifts } from './publish-changes.ts'
import { findBattles } from './store.ts'

/** Refusals are kept where calls keep their answers, so that a retry hears the same. */
const CALL = 'battle gift'

/**
 * Gives gifts, to one battle or to several, in the order of the list, each by itself: one is refused and the next
 * counts. All of it is one transaction, committed when this resolves: the battles' rows are taken, then the time is
 * read, then the givers' accounts are locked, so what they have is exact. A gift whose key is known already is answered
 * as it was before.
 */
export async function giveGifts(ctx: Context, wanted: readonly WantedGift[]): Promise<GiftOutcome[]> {
  const { outcomes, given } = await ctx.db.tx(async (tx) => {
    const battles = await takeBattles(ctx, tx, unique(wanted.map(({ battleId }) => battleId)))
    const takenIds = [...battles].flatMap(([id, { isTaken }]) => (isTaken ? [id] : []))
    const givers = unique(wanted.map(({ giverId }) => giverId))
    // Sent together and done in this order. After the locks: a twin of any of these gifts has committed by then, or comes
    // later.
    const [posting, known, noPart] = await Promise.all([
      lockForPosting(tx, ctx.clock, takenIds.length > 0 ? giftAccounts(takenIds, givers) : []),
      knownAnswers(ctx, tx, wanted),
      takenIds.length > 0 ? findIneligible(ctx, tx, givers) : new Map<string, ErrorCode>(),
    ])
    const plan = planGifts(wanted, {
      battles,
      known,
      purses: new Map(
        givers.map((giverId) => [
          giverId,
          {
            purchased: posting.balanceOf(userAccount(giverId, 'steeze_purchased')),
            earned: posting.balanceOf(userAccount(giverId, 'steeze_earned')),
          },
        ]),
      ),
      debtors: new Set(givers.filter((giverId) => posting.isInDebt(giverId))),
      noPart,
    })
    await Promise.all([
      posting.post(
        plan.given.flatMap((gift) => giftTransfers(gift, (battles.get(gift.battleId) as BattleFacts).battle)),
      ),
      insertGifts(tx, plan.given, plan.totals),
      keepRefusals(ctx, tx, wanted, plan),
    ])
    return plan
  })
  for (const [battleId, gifts] of Map.groupBy(given, (gift) => gift.battleId)) {
    publishGifts(
      ctx,
      battleId,
      gifts.map(({ giverId }) => giverId),
    )
  }
  return outcomes
}

const unique = (values: readonly string[]) => [...new Set(values)]

/** The battles there are, those that are live locked. */
async function takeBattles(ctx: Context, tx: Tx, ids: readonly string[]) {
  const battles = new Map<string, BattleFacts>()
  for (const live of await lockLiveBattles(tx, ids, ctx.clock.sqlNow())) {
    battles.set(live.battle.id, { ...live, isTaken: true })
  }
  const others = ids.filter((id) => !battles.has(id))
  if (others.length > 0) {
    const rows = await findBattles(tx, others)
    const at = await databaseTime(tx, ctx.clock)
    for (const battle of rows) if (battle) battles.set(battle.id, { battle, at, isTaken: false })
  }
  return battles
}

const requestOf = ({ battleId, participantId, amount }: WantedGift) => `${battleId}/${participantId}/${amount}`

async function knownAnswers(ctx: Context, tx: Tx, wanted: readonly WantedGift[]): Promise<Map<string, KnownAnswer>> {
  const ids = wanted.map(({ giverId, key }) => ({ userId: giverId, key }))
  const [given, refused] = await Promise.all([
    findGifts(tx, wanted),
    findAnswers(tx, CALL, ids, { now: ctx.clock.sqlNow(), lifeMs: ctx.limits.idempotencyMs }),
  ])
  return new Map([
    ...refused.map(({ userId, key, requestHash, body }): [string, KnownAnswer] => {
      const [battleId = '', participantId = '', amount = ''] = requestHash.split('/')
      return [
        giftId({ giverId: userId, key }),
        {
          wanted: { battleId, participantId, amount: Number(amount) },
          outcome: { refused: (body as { code: ErrorCode }).code },
        },
      ]
    }),
    ...given.map((gift): [string, KnownAnswer] => [giftId(gift), { wanted: gift, outcome: { given: gift } }]),
  ])
}

async function keepRefusals(
  ctx: Context,
  tx: Tx,
  wanted: readonly WantedGift[],
  { outcomes, refused }: { outcomes: readonly GiftOutcome[]; refused: readonly number[] },
): Promise<void> {
  const answers = refused.flatMap((position) => {
    const [gift, outcome] = [wanted[position], outcomes[position]]
    if (!gift || !outcome || !('refused' in outcome)) return []
    const code = outcome.refused
    return [
      {
        userId: gift.giverId,
        call: CALL,
        key: gift.key,
        requestHash: requestOf(gift),
        status: API_ERRORS[code].status as number,
        body: { code },
      },
    ]
  })
  if (answers.length === 0) return
  // A deletion that commits after this read waits for the giver's accounts, and then takes these rows with it.
  const gone = await findGone(tx, unique(answers.map(({ userId }) => userId)))
  const kept = answers.filter(({ userId }) => !gone.has(userId))
  if (kept.length > 0) await insertAnswers(tx, kept, ctx.clock.sqlNow())
}
