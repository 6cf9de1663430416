import type { Feature } from '#platform/feature'
import { accessRules } from './access-rules.ts'
import { authLive } from './live.ts'
import { authRoutes } from './routes.ts'
import { authPersonal, authRetention } from './tables.ts'
import { replacementsDue } from './wallets/replacements-due.ts'

declare module '#platform/limits' {
  interface Limits {
    /** AP, once per account and once per address. */
    walletBonusAp: number
    nonceMs: number
    /** Delay of a wallet replacement the old wallet did not sign. */
    walletNoticeMs: number
    /** Absolute limit of a session; shorter for admins. */
    sessionMaxMs: number
    /** A sign-in with X must return within this time. */
    xFlowMs: number
    /** Circuit breaker: after X failed to respond, it is left alone this long; doubles with each further failure. */
    xBackOff: { firstMs: number; maxMs: number }
    /** How long a confirmation by X is valid. */
    xConfirmationMs: number
  }
}

declare module '#platform/http/security/security-log' {
  interface SecurityEvents {
    'sign-in': true
    'sign-in-refused': true
    'sign-out': true
    'wallet-linked': true
    'wallet-link-refused': true
    'wallet-replacement-requested': true
    'wallet-replacement-cancelled': true
    'wallet-replaced': true
    'x-linked': true
    'x-link-refused': true
    'x-unlinked': true
    'fresh-proof-passed': true
    'fresh-proof-refused': true
  }
}

export const authFeature = {
  name: 'auth',
  routes: authRoutes,
  accessRules,
  live: [authLive],
  jobs: { replacements: replacementsDue },
  notifications: { security: () => '/settings' },
  transferKinds: ['wallet_bonus'],
  personalData: authPersonal,
  retention: authRetention,
  database: {
    reads: {
      streak: ['streaks'],
      profile: ['user_profiles'],
      suspension: ['suspensions'],
      wallets: ['user_wallets'],
      x: ['x_handles'],
    },
  },
} as const satisfies Feature
