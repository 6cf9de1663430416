import type { Feature } from '#platform/feature'
import { accessRules } from './access-rules.ts'
import { authLive } from './live.ts'
import { authRoutes } from './routes.ts'
import { authPersonal, authRetention } from './tables.ts'
import { replacementsDue } from './wallets/replacements-due.ts'

declare module '#platform/limits' {
  interface Limits {
    /** AP for a first wallet, once per account and once per address. */
    walletBonusAp: number
    nonceMs: number
    /** Milliseconds before a wallet replacement that the old wallet did not sign takes effect. */
    walletNoticeMs: number
    /** Absolute limit of a session. Admins have a shorter one. */
    sessionMaxMs: number
    /** Milliseconds within which a sign-in with a provider must return. */
    providerFlowMs: number
    /** Circuit breaker: milliseconds without sending people to a provider after an outage; doubles with each further failure. */
    providerBackOff: { firstMs: number; maxMs: number }
    /** Milliseconds for which a confirmation by a linked account is valid. */
    providerConfirmationMs: number
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
    'provider-linked': true
    'provider-link-refused': true
    'provider-unlinked': true
    'provider-unlink-refused': true
    'passkey-added': true
    'passkey-add-refused': true
    'passkey-removed': true
    'passkey-remove-refused': true
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
  pushes: { security: { urgency: 'high', hours: 7 * 24 } },
  transferKinds: ['wallet_bonus'],
  personalData: authPersonal,
  retention: authRetention,
  database: {
    calls: { identities: ['earlier_accounts'] },
    reads: {
      streak: ['streaks'],
      profile: ['user_profiles'],
      suspension: ['suspensions'],
      wallets: ['user_wallets'],
      providers: ['x_handles'],
    },
  },
} as const satisfies Feature
