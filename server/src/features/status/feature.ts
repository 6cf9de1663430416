import type { Feature } from '#platform/feature'
import { minutesDue } from './record-minute.ts'
import { statusRoutes } from './routes.ts'
import type { StatusSource } from './status-source.ts'

declare module '#platform/feature' {
  interface Feature {
    readonly status?: StatusSource
  }
}

export const statusFeature = {
  name: 'status',
  routes: statusRoutes,
  jobs: { status: minutesDue },
} as const satisfies Feature
