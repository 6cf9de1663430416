import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Done, OtherPerson, UserParams, Whole } from '../shapes.ts'

export const friendStreaksNotifications = ['friend_streak'] as const

const Together = z.object({ person: OtherPerson, days: Whole })

/** The person's friend streaks, visible to all; empty for people who hide their followers. */
export const friendStreaksProfileFields = { friendStreaks: z.array(Together) }

const FriendStreaks = z.object({
  kept: z.array(
    Together.extend({
      /** Whether each of the two has learned today, by their own calendar day. */
      isMyDayLit: z.boolean(),
      isTheirDayLit: z.boolean(),
    }),
  ),
  asked: z.array(z.object({ person: OtherPerson, isByMe: z.boolean() })),
})
export type FriendStreaks = z.output<typeof FriendStreaks>

export const friendStreaksCalls = {
  'GET /api/friend-streaks': call({
    summary: 'List the streaks the user keeps with friends, and those asked for',
    access: 'user',
    rate: 'read',
    answer: FriendStreaks,
  }),
  'PUT /api/friend-streaks/:id': call({
    summary: 'Ask a person to keep a streak together, or accept their request',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
    errors: [
      'USER_NOT_FOUND',
      'FRIEND_STREAK_NEEDS_FOLLOWS',
      'FRIEND_STREAKS_USED_UP',
      'PERSON_BLOCKED',
      'PERSON_UNAVAILABLE',
    ],
  }),
  'DELETE /api/friend-streaks/:id': call({
    summary: 'End a streak kept together, or withdraw or decline a request for one',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
  }),
}
