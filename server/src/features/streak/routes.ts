import { AURA_LEVELS } from '@aura/api/levels'
import type { LevelFields } from '@aura/api/parts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context'
import { type Feature, merged } from '#platform/feature'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'
import { changeTimeZone } from './change-time-zone.ts'
import { streakCalendar } from './streak-calendar.ts'

export async function streakRoutes(app: FastifyInstance, ctx: Context, features: readonly Feature[]): Promise<void> {
  const titles = features.find(({ completedTitles }) => completedTitles)?.completedTitles
  if (!titles) throw new Error('no feature names what was completed')
  const titleOf = await titles(ctx)

  route(app, ctx, 'GET /api/streak', ({ userId, query }) =>
    streakCalendar(ctx, titleOf, { userId, month: query.month }),
  )

  const levels = AURA_LEVELS.map((level) => ({
    ...level,
    minAuraPoints: level.minPoints,
    ...merged<LevelFields>(features.map(({ levelFields }) => levelFields?.(level.key))),
  }))
  route(
    app,
    ctx,
    'GET /api/aura-levels',
    prepared(ctx, Number.POSITIVE_INFINITY, async () => levels),
  )

  route(app, ctx, 'POST /api/user/time-zone', ({ body, userId }) =>
    changeTimeZone(ctx, { userId, timeZone: body.timeZone }),
  )
}
