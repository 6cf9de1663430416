import type { Feature } from '#platform/feature'
import { settingsRoutes } from './routes.ts'

declare module '#platform/http/security/security-log' {
  interface SecurityEvents {
    'session-ended': true
    'account-deleted': true
    'deletion-refused': true
  }
}

export const settingsFeature = {
  name: 'settings',
  routes: settingsRoutes,
  transferKinds: ['account_closed'],
} as const satisfies Feature
