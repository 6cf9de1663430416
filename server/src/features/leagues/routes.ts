import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { joinLeagues, leaveLeagues } from './membership.ts'
import { readLeague } from './read-league.ts'

export function leaguesRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/leagues/me', ({ userId }) => readLeague(ctx, userId))

  route(app, ctx, 'PUT /api/leagues/me', async ({ userId }) => {
    await joinLeagues(ctx, userId)
    return { ok: true as const }
  })

  route(app, ctx, 'DELETE /api/leagues/me', async ({ userId }) => {
    await leaveLeagues(ctx, userId)
    return { ok: true as const }
  })
}
