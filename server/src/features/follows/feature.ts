import type { Feature } from '#platform/feature'
import { countFollows, findFollowsBetween } from './follow-store.ts'
import { followsRoutes } from './routes.ts'
import { followsPersonal, followsRetention } from './tables.ts'

/** Following, muting and blocking people. */
export const followsFeature = {
  name: 'follows',
  routes: followsRoutes,
  notifications: { new_follower: (id) => (id === null ? '/' : `/user/${id}`) },
  isAcquainted: async (db, { userId, otherId }) => (await findFollowsBetween(db, userId, otherId)).isFollowed,
  profileFields: async (db, userId) => ({ followStats: await countFollows(db, userId) }),
  personalData: followsPersonal,
  retention: followsRetention,
  database: {
    provides: ['are_blocked', 'drop_blocked_notifications', 'end_blocked_follows', 'know_followed'],
    reads: { streak: ['streaks'], profile: ['user_profiles'] },
  },
} as const satisfies Feature
