import type { Feature } from '#platform/feature'
import { accessRules } from './access-rules.ts'
import { authLive } from './live.ts'
import { replacementsDue } from './replacements-due.ts'
import { authRoutes } from './routes.ts'
import { authPersonal } from './tables.ts'

export const authFeature = {
  name: 'auth',
  routes: authRoutes,
  accessRules,
  live: [authLive],
  jobs: { replacements: replacementsDue },
  notifications: { security: () => '/settings' },
  transferKinds: ['wallet_bonus'],
  personalData: authPersonal,
  database: {
    reads: {
      lessons: ['streaks'],
      profile: ['user_profiles'],
      suspension: ['suspensions'],
      wallets: ['user_wallets'],
      x: ['x_handles'],
    },
  },
} as const satisfies Feature
