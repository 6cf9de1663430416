import type { Feature } from '#platform/feature'
import { profileRoutes } from './routes.ts'
import { erasePerson } from './store.ts'
import { profilePersonal } from './tables.ts'

export const profileFeature = {
  name: 'profile',
  routes: profileRoutes,
  personalData: profilePersonal,
  erase: async (ctx, tx, person) => {
    await erasePerson(tx, { ...person, now: ctx.clock.sqlNow() })
    return []
  },
  database: {
    provides: ['user_profiles'],
  },
} as const satisfies Feature
