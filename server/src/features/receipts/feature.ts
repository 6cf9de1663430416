import type { Feature } from '#platform/feature'
import { receiptsRoutes } from './routes.ts'

export const receiptsFeature = {
  name: 'receipts',
  routes: receiptsRoutes,
} as const satisfies Feature
