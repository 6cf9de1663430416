import type { LevelKey } from '@aura/api/levels'
import type { LevelFields } from '@aura/api/parts'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { eraseLearner } from './learner-store.ts'
import { streakRoutes } from './routes.ts'
import type { CompletedTitle } from './streak-calendar.ts'
import { streakPersonal, streakRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Returns fields that it adds to each level of GET /api/aura-levels. */
    readonly levelFields?: (level: LevelKey) => Partial<LevelFields>
    /** Returns titles of completed lessons by id. Exactly one feature provides it. */
    readonly completedTitles?: (ctx: Context) => Promise<(id: string) => CompletedTitle>
  }
}

declare module '#platform/limits' {
  interface Limits {
    timeZoneChangeMs: number
  }
}

export const streakFeature = {
  name: 'streak',
  routes: streakRoutes,
  personalData: streakPersonal,
  retention: streakRetention,
  erase: async (_ctx, tx, { userId }) => {
    await eraseLearner(tx, userId)
    return []
  },
  database: { provides: ['streaks'], reads: { profile: ['user_profiles'] } },
} as const satisfies Feature
