import type { Feature } from '#platform/feature'
import { vouchHandler } from './credit-vouches.ts'
import { vouchingRoutes } from './routes.ts'

export const vouchingFeature = {
  name: 'vouching',
  routes: vouchingRoutes,
  chainEvents: [vouchHandler],
} as const satisfies Feature
