import type { Feature } from '#platform/feature'
import { settingsRoutes } from './routes.ts'

export const settingsFeature = {
  name: 'settings',
  routes: settingsRoutes,
  transferKinds: ['account_closed'],
} as const satisfies Feature
