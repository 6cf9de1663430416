import type { Feature } from '#platform/feature'
import { minutesDue } from './record-minute.ts'
import { statusRoutes } from './routes.ts'
import type { StatusSource } from './status-source.ts'
import { statusRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    readonly status?: StatusSource
  }
}

export const statusFeature = {
  name: 'status',
  retention: statusRetention,
  routes: statusRoutes,
  jobs: { status: minutesDue },
} as const satisfies Feature
