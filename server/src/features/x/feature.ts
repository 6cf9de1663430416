import type { Feature } from '#platform/feature'
import { xRoutes } from './routes.ts'
import { xPersonal, xRetention } from './tables.ts'

export const xFeature = {
  name: 'x',
  routes: xRoutes,
  personalData: xPersonal,
  retention: xRetention,
} as const satisfies Feature
