import type { ProfileFields } from '@aura/api/parts'
import type { Queryable } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { peopleRoutes } from './routes.ts'
import { peoplePersonal, peopleRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Returns fields that it adds to a profile. */
    readonly profileFields?: (db: Queryable, userId: string, at: Date) => Promise<Partial<ProfileFields>>
  }
}

export const peopleFeature = {
  name: 'people',
  routes: peopleRoutes,
  personalData: peoplePersonal,
  retention: peopleRetention,
  database: {
    reads: {
      battles: ['battles'],
      ledger: ['ledger_accounts', 'ledger_transfers'],
      streak: ['streaks'],
      profile: ['user_profiles'],
      wallets: ['user_wallets'],
      providers: ['x_handles'],
    },
  },
} as const satisfies Feature
