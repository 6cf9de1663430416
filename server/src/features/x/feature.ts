import type { Feature } from '#platform/feature'
import { xRoutes } from './routes.ts'

export const xFeature = {
  name: 'x',
  routes: xRoutes,
} as const satisfies Feature
