import type { Feature } from '#platform/feature'
import { peopleRoutes } from './routes.ts'

export const peopleFeature = {
  name: 'people',
  routes: peopleRoutes,
} as const satisfies Feature
