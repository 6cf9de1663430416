import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import type { ParticipantTransition } from './battle.rules.ts'
import { askRematch } from './creating/ask-rematch.ts'
import { readChallengeTerms } from './creating/challengers.ts'
import { findChallengers, setChallengers } from './creating/challengers-store.ts'
import { createBattle } from './creating/create-battle.ts'
import { suggestOpponents } from './creating/suggest-opponents.ts'
import { giftMetrics } from './gifts/gift-metrics.ts'
import { giftQueue } from './gifts/gift-queue.ts'
import { readGifts } from './gifts/read-gifts.ts'
import { performTransition } from './lifecycle/perform-transition.ts'
import { linkRoutes } from './links/routes.ts'
import { practiceRoutes } from './practice/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { presentGift } from './present.ts'
import { battleCounter, battleReader, readBattles, readOwnBattles, readSpotlight } from './read-battles.ts'
import { receiptReader } from './receipt/read-receipt.ts'
import { readReminder, setReminder, unsetReminder } from './reminders/remind.ts'
import { roundsRoutes } from './rounds/routes.ts'
import { streamRoutes } from './streams/routes.ts'

interface TransitionInput {
  params: { id: string }
  userId: string
  requestKey: string | undefined
}

export function battlesRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  presenceRoutes(app, ctx)

  const readBattle = battleReader(ctx, features)
  const count = battleCounter(ctx)
  const readReceipt = receiptReader(ctx)
  linkRoutes(app, ctx, readBattle)
  roundsRoutes(app, ctx)
  practiceRoutes(app, ctx)
  streamRoutes(app, ctx, features)

  route(app, ctx, 'GET /api/battles', ({ query, userId }) => readBattles(ctx, userId, query))
  route(app, ctx, 'GET /api/battles/counts', ({ userId }) => count(userId))
  const spotlight = prepared(ctx, ctx.limits.publicCacheMs, async () => ({
    battle: await readSpotlight(ctx, readBattle),
  }))
  route(app, ctx, 'GET /api/spotlight', spotlight)
  route(app, ctx, 'GET /api/battles/user', ({ query, userId }) => readOwnBattles(ctx, userId, query))
  route(app, ctx, 'GET /api/battles/settings', async ({ userId }) => ({
    challengers: await findChallengers(ctx.db, userId),
  }))
  route(app, ctx, 'PUT /api/battles/settings', async ({ userId, body }) => {
    await setChallengers(ctx.db, userId, body.challengers)
    return body
  })
  route(app, ctx, 'GET /api/battles/opponents', ({ userId }) => suggestOpponents(ctx, userId))
  route(app, ctx, 'GET /api/users/:id/challenge-terms', ({ userId, params }) =>
    readChallengeTerms(ctx, features, { challengerId: userId, opponentId: params.id }),
  )
  route(app, ctx, 'GET /api/battles/:id', ({ params, userId }) => readBattle(params.id, userId))

  route(app, ctx, 'POST /api/battles', async ({ body, userId, requestKey }) =>
    readBattle(await createBattle(ctx, features, { userId, form: body, requestKey }), userId),
  )

  route(app, ctx, 'POST /api/battles/:id/rematch', async ({ params, userId, requestKey }) =>
    readBattle(await askRematch(ctx, features, { battleId: params.id, userId, requestKey }), userId),
  )

  route(app, ctx, 'GET /api/battles/:id/votes', ({ params, query }) => readGifts(ctx, params.id, query.before))

  route(app, ctx, 'GET /api/battles/:id/receipt', ({ params, query }) => readReceipt(params.id, query))

  route(app, ctx, 'GET /api/battles/:id/reminder', async ({ params, userId }) => ({
    isSet: await readReminder(ctx, { battleId: params.id, userId }),
  }))
  route(app, ctx, 'PUT /api/battles/:id/reminder', async ({ params, userId }) => {
    await setReminder(ctx, { battleId: params.id, userId })
    return { isSet: true }
  })
  route(app, ctx, 'DELETE /api/battles/:id/reminder', async ({ params, userId }) => {
    await unsetReminder(ctx, { battleId: params.id, userId })
    return { isSet: false }
  })

  const give = giftQueue(ctx, giftMetrics(app.metrics))
  route(app, ctx, 'POST /api/battles/gift', async ({ body, userId, requestKey }) => {
    const amount = body.amount ?? 0
    if (!Number.isSafeInteger(amount) || amount < 1) throw new AppError('GIFT_AMOUNT_INVALID')
    return presentGift(await give({ ...body, amount, giverId: userId, key: `gift/${requestKey ?? randomUUID()}` }))
  })
  route(app, ctx, 'POST /api/battles/vote', async ({ body, userId, requestKey }) =>
    presentGift(await give({ ...body, amount: 1, giverId: userId, key: `vote/${requestKey ?? randomUUID()}` })),
  )

  const perform =
    (transition: ParticipantTransition) =>
    async ({ params, userId, requestKey }: TransitionInput) => {
      await performTransition(ctx, { battleId: params.id, userId, transition, requestKey })
      return readBattle(params.id, userId)
    }
  route(app, ctx, 'POST /api/battles/:id/accept', perform('accept'))
  route(app, ctx, 'POST /api/battles/:id/reject', async ({ params, body, userId, requestKey }) => {
    const wanted = { battleId: params.id, userId, transition: 'reject' as const, requestKey }
    await performTransition(ctx, { ...wanted, declineReason: body.reason })
    return readBattle(params.id, userId)
  })
  route(app, ctx, 'POST /api/battles/:id/withdraw', perform('withdraw'))
  route(app, ctx, 'POST /api/battles/:id/request-cancellation', perform('requestCancellation'))
  route(app, ctx, 'POST /api/battles/:id/take-back-cancellation', perform('takeBackCancellation'))
  route(app, ctx, 'POST /api/battles/:id/approve-cancellation', perform('approveCancellation'))
}
