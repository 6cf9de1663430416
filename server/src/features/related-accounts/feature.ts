import type { Feature } from '#platform/feature'
import { type FundingSource, relationsDue } from './relate-accounts.ts'
import { relatedAccountsRoutes } from './routes.ts'
import { eraseFromPairs } from './store.ts'
import { relatedPersonal, relatedRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Returns payers of accounts on chain, by our contracts' logs only. At most one feature provides it. */
    readonly fundings?: FundingSource
  }
}

/** Accounts that probably belong to one person. Score and reasons are for admins only; others see its effects. */
export const relatedAccountsFeature = {
  name: 'related-accounts',
  routes: relatedAccountsRoutes,
  jobs: { relations: relationsDue },
  notifications: { account_related: () => '/settings' },
  personalData: relatedPersonal,
  retention: relatedRetention,
  erase: async (_ctx, tx, { userId }) => {
    await eraseFromPairs(tx, userId)
    return []
  },
  database: {
    reads: {
      identities: ['continued_accounts'],
      profile: ['user_profiles'],
      streak: ['streaks'],
      wallets: ['wallet_bindings'],
    },
  },
} as const satisfies Feature
