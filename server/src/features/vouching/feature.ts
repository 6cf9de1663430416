import type { Feature } from '#platform/feature'
import { vouchHandler } from './credit-vouches.ts'
import { vouchingRoutes } from './routes.ts'
import { vouchingPersonal } from './tables.ts'

export const vouchingFeature = {
  name: 'vouching',
  routes: vouchingRoutes,
  chainEvents: [vouchHandler],
  notifications: { vouch_received: (id) => (id === null ? '/' : `/user/${id}`) },
  transferKinds: ['vouch_award'],
  personalData: vouchingPersonal,
  database: {
    reads: { 'chain-events': ['chain_events'] },
  },
} as const satisfies Feature
