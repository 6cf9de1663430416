import type { Feature } from '#platform/feature'
import { moderationRoutes } from './routes.ts'

export const moderationFeature = {
  name: 'moderation',
  routes: moderationRoutes,
} as const satisfies Feature
