import type { Feature } from '#platform/feature'
import { receiptsRoutes } from './routes.ts'

export const receiptsFeature = {
  name: 'receipts',
  routes: receiptsRoutes,
  database: {
    reads: {
      'chain-events': ['chain_events'],
      profile: ['users'],
      steeze: ['steeze_purchases', 'steeze_redemptions', 'steeze_withdrawals'],
      vouching: ['vouches'],
      wallets: ['wallets'],
    },
  },
} as const satisfies Feature
