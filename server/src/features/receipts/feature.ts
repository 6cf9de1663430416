import type { Feature } from '#platform/feature'
import { receiptsRoutes } from './routes.ts'
import type { ReceiptSource } from './store.ts'

declare module '#platform/feature' {
  interface Feature {
    readonly receipts?: ReceiptSource
  }
}

export const receiptsFeature = {
  name: 'receipts',
  routes: receiptsRoutes,
  database: { reads: { 'chain-events': ['chain_events'], profile: ['user_profiles'] } },
} as const satisfies Feature
