import type { UserFields } from '@aura/api/parts'
import type { Queryable } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { profileRoutes } from './routes.ts'
import { erasePerson, hasDemoUsers } from './store.ts'
import { profilePersonal, profileRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    /** Returns fields that it adds to users wherever they are shown, one object per id, in order. */
    readonly userFields?: (db: Queryable, ids: readonly string[]) => Promise<readonly Partial<UserFields>[]>
  }
}

export const profileFeature = {
  name: 'profile',
  routes: profileRoutes,
  personalData: profilePersonal,
  retention: profileRetention,
  databaseFault: async (db, { chain }) =>
    chain.kind !== 'local' && (await hasDemoUsers(db))
      ? `this database holds demo data, which isn't allowed on ${chain.kind}`
      : undefined,
  erase: async (ctx, tx, person) => {
    await erasePerson(tx, { ...person, now: ctx.clock.sqlNow() })
    return []
  },
  database: { provides: ['user_profiles'] },
} as const satisfies Feature
