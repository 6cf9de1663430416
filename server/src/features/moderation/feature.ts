import type { Feature } from '#platform/feature'
import { moderationRoutes } from './routes.ts'

export const moderationFeature = {
  name: 'moderation',
  routes: moderationRoutes,
  database: {
    reads: {
      profile: ['user_profiles'],
      steeze: ['redemption_freezes'],
      suspension: ['suspensions'],
      wallets: ['user_wallets'],
      x: ['x_handles'],
    },
  },
} as const satisfies Feature
