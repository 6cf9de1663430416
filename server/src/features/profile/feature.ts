import type { Feature } from '#platform/feature'
import { profileRoutes } from './routes.ts'

export const profileFeature = {
  name: 'profile',
  routes: profileRoutes,
} as const satisfies Feature
