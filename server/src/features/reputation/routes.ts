import { ReputationPart } from '@aura/api/calls/reputation'
import type { FastifyInstance } from 'fastify'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { findRanking } from './store.ts'

const RANKED = 100

export function reputationRoutes(app: FastifyInstance, ctx: Context): void {
  const rankings = new Map(
    ReputationPart.options.map((part) => [
      part,
      prepared(ctx, ctx.limits.publicCacheMs, async () => {
        const rows = await findRanking(ctx.db, part, RANKED, await databaseTime(ctx.db, ctx.clock))
        return rows.map((row, index) => ({ rank: index + 1, ...row }))
      }),
    ]),
  )
  route(app, ctx, 'GET /api/reputation/ranking', ({ query }) =>
    (rankings.get(query.part) as ReturnType<typeof prepared>)(),
  )
}
