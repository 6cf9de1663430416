import type { Feature } from '#platform/feature'
import { publicFriendStreaks } from './list-friend-streaks.ts'
import { friendStreaksRoutes } from './routes.ts'
import { friendStreaksPersonal, friendStreaksRetention } from './tables.ts'

/** Streaks that two people who follow each other keep together. */
export const friendStreaksFeature = {
  name: 'friend-streaks',
  routes: friendStreaksRoutes,
  notifications: { friend_streak: (id) => (id === null ? '/' : `/user/${id}`) },
  profileFields: async (db, userId, at) => ({ friendStreaks: await publicFriendStreaks(db, userId, at) }),
  personalData: friendStreaksPersonal,
  retention: friendStreaksRetention,
  database: {
    provides: ['end_friend_streaks'],
    reads: { streak: ['streaks'], profile: ['user_profiles'], follows: ['hidden_followers'] },
  },
} as const satisfies Feature
