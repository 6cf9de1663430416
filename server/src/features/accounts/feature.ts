import type { Feature } from '#platform/feature'
import { accountsReader } from './read-accounts.ts'
import { accountsRoutes } from './routes.ts'
import { accountsRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds between two looks at all account contracts. */
    accountsEveryMs: number
  }
}

/** Account contracts of passkeys, as the network has them: their keys and USDC. The relay hands changes in. */
export const accountsFeature = {
  name: 'accounts',
  routes: accountsRoutes,
  afterChainSync: { accounts: accountsReader },
  retention: accountsRetention,
  database: {
    reads: { passkeys: ['passkeys'], wallets: ['user_wallets'] },
  },
} as const satisfies Feature
