import type { Feature } from '#platform/feature'
import { cheersDue } from './cheers/store-cheers.ts'
import { cheersLive, commentsLive } from './live.ts'
import { crowdRoutes } from './routes.ts'
import { crowdPersonal, crowdRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** People muted in a battle. The list is never cut, so that each can be unmuted. */
    mutedPerBattle: number
  }
}

export const crowdFeature = {
  name: 'crowd',
  routes: crowdRoutes,
  live: [commentsLive, cheersLive],
  jobs: { cheers: cheersDue },
  personalData: crowdPersonal,
  retention: crowdRetention,
  database: {
    reads: { follows: ['blocks', 'mutes'], profile: ['user_profiles'] },
    calls: { follows: ['are_blocked'] },
  },
} as const satisfies Feature
