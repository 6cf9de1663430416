import type { Feature } from '#platform/feature'
import { moderationCommands } from './admin-commands.ts'
import { moderationRoutes } from './routes.ts'
import { moderationPersonal } from './tables.ts'

export const moderationFeature = {
  name: 'moderation',
  routes: moderationRoutes,
  adminCommands: moderationCommands,
  personalData: moderationPersonal,
  database: {
    reads: {
      profile: ['user_profiles'],
      suspension: ['suspensions'],
      wallets: ['user_wallets'],
      x: ['x_handles'],
    },
  },
} as const satisfies Feature
