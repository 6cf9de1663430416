import type { Feature } from '#platform/feature'
import { presenceRoutes } from './routes.ts'

export const presenceFeature = {
  name: 'presence',
  routes: presenceRoutes,
} as const satisfies Feature
