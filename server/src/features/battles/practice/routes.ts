import type { FastifyInstance } from 'fastify'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { pinger } from '../rounds/pings.ts'
import { allowPractice } from './allow-practice.ts'
import { answerPractice, stopPractice } from './answer-practice.ts'
import { addPracticePing, deletePartner, isPartner } from './practice-store.ts'
import { ownPractice, readPractice, reviewPractice } from './read-practice.ts'
import { readPartner, readPartners } from './recordings.ts'
import { startPractice } from './start-practice.ts'

/** Registers the calls of practising rounds. */
export function practiceRoutes(app: FastifyInstance, ctx: Context): void {
  const ping = pinger(ctx)

  route(app, ctx, 'GET /api/practice', ({ userId }) => readPartners(ctx, userId))
  route(app, ctx, 'GET /api/users/:id/practice', async ({ params, userId }) => ({
    partner: await readPartner(ctx, { userId, creatorId: params.id }),
  }))
  route(app, ctx, 'GET /api/practice-setting', async ({ userId }) => ({ isAllowed: await isPartner(ctx.db, userId) }))
  route(app, ctx, 'PUT /api/practice-setting', async ({ userId, body }) => {
    await (body.isAllowed ? allowPractice(ctx, userId) : deletePartner(ctx.db, userId))
    return body
  })

  route(app, ctx, 'POST /api/practice', async ({ body: { opponentId = null, ...wanted }, userId }) =>
    readPractice(ctx, { userId, id: await startPractice(ctx, { ...wanted, userId, opponentId }) }),
  )
  route(app, ctx, 'GET /api/practice/:id', ({ params, userId }) => readPractice(ctx, { ...params, userId }))
  route(app, ctx, 'POST /api/practice/:id/ping', async ({ params, body, userId }) => {
    const { id, pings } = await ownPractice(ctx, { ...params, userId })
    const serverTime = (await databaseTime(ctx.db, ctx.clock)).toISOString()
    const add = (ms: number) => addPracticePing(ctx.db, id, ms)
    return { ...(await ping({ id, userId, token: body.token, find: async () => pings, add })), serverTime }
  })
  route(app, ctx, 'POST /api/practice/:id/rounds/:number/answer', async ({ params, body, userId }) => {
    const choice = await answerPractice(ctx, { ...params, ...body, userId })
    return { choice, practice: await readPractice(ctx, { id: params.id, userId }) }
  })
  route(app, ctx, 'POST /api/practice/:id/stop', async ({ params, userId }) => {
    await stopPractice(ctx, { ...params, userId })
    return readPractice(ctx, { ...params, userId })
  })
  route(app, ctx, 'POST /api/practice/:id/missed', async ({ params, userId }) => ({
    cards: await reviewPractice(ctx, { ...params, userId }),
  }))
}
