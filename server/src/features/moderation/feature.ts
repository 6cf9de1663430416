import type { Feature } from '#platform/feature'
import { moderationCommands } from './admin-commands.ts'
import { moderationRoutes } from './routes.ts'
import { moderationPersonal, moderationRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** Milliseconds another admin has to confirm a proposal. */
    proposalMs: number
  }
}

export const moderationFeature = {
  name: 'moderation',
  routes: moderationRoutes,
  adminCommands: moderationCommands,
  personalData: moderationPersonal,
  retention: moderationRetention,
  database: {
    reads: {
      profile: ['user_profiles'],
      steeze: ['redemption_reviews'],
      suspension: ['suspensions'],
      wallets: ['user_wallets'],
      providers: ['x_handles'],
      crowd: ['battle_comments'],
      vouching: ['vouch_words'],
      standing: ['places'],
    },
  },
} as const satisfies Feature
