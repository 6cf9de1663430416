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
  transferKinds: ['wallet_bonus'],
  database: {
    reads: { lessons: ['learners'], profile: ['users'], suspension: ['suspensions'], wallets: ['wallets'] },
  },
  personalData: authPersonal,
} as const satisfies Feature
