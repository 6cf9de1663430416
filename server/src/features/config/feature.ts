import type { Feature } from '#platform/feature'
import { configRoutes } from './routes.ts'

export const configFeature = { name: 'config', routes: configRoutes } as const satisfies Feature
