import type { Feature } from '#platform/feature'
import { settingsRoutes } from './routes.ts'

export const settingsFeature = {
  name: 'settings',
  routes: settingsRoutes,
} as const satisfies Feature
