import type { Feature } from '#platform/feature'
import { xRoutes } from './routes.ts'
import { xPersonal, xRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds after which a request to X times out. */
    xTimeoutMs: number
  }
}

export const xFeature = {
  name: 'x',
  routes: xRoutes,
  personalData: xPersonal,
  retention: xRetention,
  database: { provides: ['x_handles'] },
} as const satisfies Feature
