import type { Feature } from '#platform/feature'
import { receiptsRoutes } from './routes.ts'

export const receiptsFeature = {
  name: 'receipts',
  routes: receiptsRoutes,
  database: {
    reads: {
      'chain-events': ['chain_events'],
      profile: ['user_profiles'],
      steeze: ['steeze_purchases', 'steeze_redemptions', 'steeze_withdrawals'],
      vouching: ['vouches'],
      wallets: ['user_wallets'],
    },
  },
} as const satisfies Feature
