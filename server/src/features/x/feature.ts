import type { Feature } from '#platform/feature'
import { xRoutes } from './routes.ts'
import { xPersonal, xRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** A sign-in with X must return within this time. */
    xFlowMs: number
    /** Timeout of a request to X. */
    xTimeoutMs: number
    /** Circuit breaker: after X failed to respond, it is left alone this long; doubles with each further failure. */
    xBackOff: { firstMs: number; maxMs: number }
    /** How long a confirmation by X is valid. */
    xConfirmationMs: number
  }
}

declare module '#platform/http/security/security-log' {
  interface SecurityEvents {
    'x-linked': true
    'x-link-refused': true
    'x-unlinked': true
  }
}

export const xFeature = {
  name: 'x',
  routes: xRoutes,
  personalData: xPersonal,
  retention: xRetention,
  database: {
    provides: ['x_handles'],
  },
} as const satisfies Feature
