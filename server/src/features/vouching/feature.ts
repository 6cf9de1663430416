import type { Feature } from '#platform/feature'
import { vouchHandler } from './credit-vouches.ts'
import { vouchingRoutes } from './routes.ts'

export const vouchingFeature = {
  name: 'vouching',
  routes: vouchingRoutes,
  chainEvents: [vouchHandler],
  database: {
    reads: { 'chain-events': ['chain_events'] },
  },
} as const satisfies Feature
