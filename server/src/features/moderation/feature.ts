import type { Feature } from '#platform/feature'
import { moderationRoutes } from './routes.ts'

export const moderationFeature = {
  name: 'moderation',
  routes: moderationRoutes,
  database: {
    reads: {
      auth: ['x_accounts'],
      profile: ['users'],
      steeze: ['redemption_freezes'],
      suspension: ['suspensions'],
      wallets: ['wallets'],
    },
  },
} as const satisfies Feature
