import type { Feature } from '#platform/feature'
import { type PaymentSource, type RingSource, trustDue } from './calculate-trust.ts'
import { trustOf } from './read-trust.ts'
import { trustRoutes } from './routes.ts'
import { trustPersonal, trustRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** The payments between people that double places. At most one feature provides it. */
    readonly payments?: PaymentSource
    /** Rings of invited people. At most one feature provides it. */
    readonly rings?: RingSource
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Wallets of the people from whom Trust flows, in lower case. */
    trustSeeds: readonly string[]
  }
}

/** Trust: how much people who are trusted stand by a person, starting with the operator's seeds. */
export const trustFeature = {
  name: 'trust',
  routes: trustRoutes,
  jobs: { trust: trustDue },
  notifications: { trust_update: () => '/trust' },
  profileFields: async (db, userId, at) => ({ trust: await trustOf(db, userId, at) }),
  personalData: trustPersonal,
  retention: trustRetention,
  database: {
    provides: ['mark_place_change', 'mark_suspension_change'],
    reads: {
      streak: ['streaks'],
      profile: ['user_profiles'],
      standing: ['places'],
      suspension: ['suspensions'],
      'related-accounts': ['related_pairs'],
    },
  },
} as const satisfies Feature
