import type { Feature } from '#platform/feature'
import { keysReader } from './read-keys.ts'
import { accountsRoutes } from './routes.ts'
import { accountsRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds between two looks at the keys of all account contracts. */
    accountsEveryMs: number
  }
}

/** The keys of account contracts, as the network has them: listed, followed and told of. The relay hands changes in. */
export const accountsFeature = {
  name: 'accounts',
  routes: accountsRoutes,
  afterChainSync: { accounts: keysReader },
  retention: accountsRetention,
  database: {
    reads: { passkeys: ['passkeys'], wallets: ['user_wallets'] },
  },
} as const satisfies Feature
