import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import { battleAccount, beginPosting, type Transfer, userAccount } from '#features/ledger/public'
import { findNoPart } from '#features/wallets/public'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { findAnswers, insertAnswers } from '#platform/idempotency/store'
import {
  type GiftOutcome,
  type GivenGift,
  giftId,
  type KnownAnswer,
  planGifts,
  type WantedGift,
} from './gift-batch.rules.ts'
import { findGifts, insertGifts, lockLiveBattle } from './gift-store.ts'
import { type BattleRow, findBattles } from './store.ts'
import { tellGifts } from './tell-changes.ts'

/** Refusals are kept where calls keep their answers, so that a retry hears the same. */
const CALL = 'battle gift'

/**
 * Gives gifts to one battle, in the order of the list, each by itself: one is refused and the next counts. All of it is
 * one transaction, committed when this resolves: the battle's row is taken, then the time is read, then the givers'
 * accounts are locked, so what they have is exact. A gift whose key is known already is answered as it was before.
 */
export async function giveGifts(ctx: Context, battleId: string, wanted: readonly WantedGift[]): Promise<GiftOutcome[]> {
  const { outcomes, battle, given } = await ctx.db.tx(async (tx) => {
    const now = ctx.clock.sqlNow()
    const live = await lockLiveBattle(tx, battleId, now)
    const battle = live?.battle ?? (await findBattles(tx, [battleId]))[0]
    const at = live?.at ?? (await databaseTime(tx, ctx.clock))
    const givers = [...new Set(wanted.map(({ giverId }) => giverId))]
    const posting = await beginPosting(tx, ctx.clock, live ? accountsOf(battleId, givers) : [])
    // After the locks: a twin of any of these gifts has committed by now, or comes later.
    const known = await knownAnswers(ctx, tx, wanted)
    const plan = planGifts(wanted, {
      battle,
      isTaken: live !== undefined,
      at,
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
      noPart: live ? await findNoPart(ctx, tx, givers) : new Map(),
    })
    if (live && plan.given.length > 0) {
      await posting.post(plan.given.flatMap((gift) => transfersOf(live.battle, gift)))
      await insertGifts(tx, battleId, plan.given, { ...plan.received, head: plan.head })
    }
    await keepRefusals(ctx, tx, wanted, plan)
    return { outcomes: plan.outcomes, battle, given: plan.given }
  })
  if (battle && given.length > 0) {
    tellGifts(
      ctx,
      battle.id,
      given.map(({ giverId }) => giverId),
    )
  }
  return outcomes
}

const accountsOf = (battleId: string, givers: readonly string[]) => [
  battleAccount(battleId, 'gifts_to_challenger'),
  battleAccount(battleId, 'gifts_to_opponent'),
  ...givers.flatMap((giverId) => [userAccount(giverId, 'steeze_purchased'), userAccount(giverId, 'steeze_earned')]),
]

const requestOf = ({ battleId, participantId, amount }: WantedGift) => `${battleId}/${participantId}/${amount}`

async function knownAnswers(ctx: Context, tx: Tx, wanted: readonly WantedGift[]): Promise<Map<string, KnownAnswer>> {
  const ids = wanted.map(({ giverId, key }) => ({ userId: giverId, key }))
  const given = await findGifts(tx, wanted)
  const refused = await findAnswers(tx, CALL, ids, { now: ctx.clock.sqlNow(), lifeMs: ctx.limits.idempotencyMs })
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
  if (answers.length > 0) await insertAnswers(tx, answers, ctx.clock.sqlNow())
}

/** A gift leaves the giver at once, each of its parts by itself, and waits in the battle. */
function transfersOf(battle: BattleRow, gift: GivenGift): Transfer[] {
  const to = battleAccount(
    battle.id,
    gift.participantId === battle.challengerId ? 'gifts_to_challenger' : 'gifts_to_opponent',
  )
  return (['purchased', 'earned'] as const)
    .filter((part) => gift[part] > 0)
    .map((part) => ({
      key: `battle/${battle.id}/gift/${gift.seq}/${part}`,
      kind: 'battle_gift',
      reference: battle.id,
      from: userAccount(gift.giverId, part === 'purchased' ? 'steeze_purchased' : 'steeze_earned'),
      to,
      amount: gift[part],
    }))
}
