import type { Feature } from '#platform/feature'
import { battlesDue } from './lifecycle/due-battles.ts'
import { battleLive, battlesLive } from './live.ts'
import { battlesRoutes } from './routes.ts'

export const battlesFeature = {
  name: 'battles',
  routes: battlesRoutes,
  live: [battleLive, battlesLive],
  jobs: { battles: battlesDue },
} as const satisfies Feature
