import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { route } from '#platform/http/route'
import { readBattleStream, readOwnStreams, setBattleStream, setOwnStream } from './choose-stream.ts'
import { playerRoutes } from './player-page.ts'

export function streamRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): void {
  playerRoutes(app, ctx)

  route(app, ctx, 'GET /api/battles/streams', ({ userId }) => readOwnStreams(ctx, features, userId))
  route(app, ctx, 'PUT /api/battles/streams', async ({ userId, body }) => {
    await setOwnStream(ctx, features, { userId, address: body.address })
    return readOwnStreams(ctx, features, userId)
  })

  route(app, ctx, 'GET /api/battles/:id/stream', ({ params, userId }) =>
    readBattleStream(ctx, features, { userId, battleId: params.id }),
  )
  route(app, ctx, 'PUT /api/battles/:id/stream', async ({ params, userId, body }) => {
    const of = { userId, battleId: params.id }
    await setBattleStream(ctx, features, { ...of, address: body.address })
    return readBattleStream(ctx, features, of)
  })
  route(app, ctx, 'DELETE /api/battles/:id/stream', async ({ params, userId }) => {
    const of = { userId, battleId: params.id }
    await setBattleStream(ctx, features, { ...of, address: undefined })
    return readBattleStream(ctx, features, of)
  })
}
