import type { Feature } from '#platform/feature'
import { xRoutes } from './routes.ts'
import { xPersonal } from './tables.ts'

export const xFeature = {
  name: 'x',
  routes: xRoutes,
  personalData: xPersonal,
  database: {
    provides: ['x_handles'],
  },
} as const satisfies Feature
