import { z } from 'zod'
import { call } from '../contract/call.ts'
import { FOLLOW_RULES } from '../rules/follows.ts'
import { Done, Moment, OtherPerson, UserParams, Whole } from '../shapes.ts'

const { page } = FOLLOW_RULES

const Before = z.string().regex(/^\d{1,15}$/)

/** `next`: pass as `before` for the next page; null on the last. */
const People = z.object({ people: z.array(OtherPerson), next: z.string().nullable() })
export type People = z.output<typeof People>

export const followsNotifications = ['follow_live', 'new_follower'] as const

/** Followers are counted up to `FOLLOW_RULES.counted`. */
export const followsProfileFields = {
  followStats: z.object({ followers: Whole, following: Whole, areFollowersHidden: z.boolean() }),
}

const eventFields = {
  /** Unique among events of its kind. */
  id: z.string(),
  kind: z.string(),
  at: Moment,
  isLive: z.boolean(),
  number: Whole.nullable(),
  path: z.string(),
  /** A line of text the person wrote with it. */
  words: z.string().optional(),
}
export type FeedEvent = z.output<z.ZodObject<typeof eventFields>> & { personId: string; otherId: string | null }

const FeedRow = z.object({ ...eventFields, person: OtherPerson, other: OtherPerson.nullable() })
export type FeedRow = z.output<typeof FeedRow>

const FollowSettings = z.object({ hidesFollowers: z.boolean() })

const Page = z.object({ before: Before.optional() })

export const followsCalls = {
  'GET /api/feed': call({
    summary:
      'List what the people the user follows did in the last 7 days, live battles first, then the newest; at most 30',
    access: 'user',
    rate: 'read',
    heavy: true,
    answer: z.object({ isFollowing: z.boolean(), events: z.array(FeedRow) }),
  }),
  'PUT /api/follows/:id': call({
    summary: 'Follow a person',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
    errors: ['USER_NOT_FOUND', 'FOLLOW_ONESELF', 'FOLLOWS_USED_UP', 'PERSON_BLOCKED', 'PERSON_UNAVAILABLE'],
  }),
  'DELETE /api/follows/:id': call({
    summary: 'Unfollow a person',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
  }),
  'GET /api/follows/settings': call({
    summary: 'Get whether the user’s followers are hidden from others',
    access: 'user',
    rate: 'read',
    answer: FollowSettings,
  }),
  'PUT /api/follows/settings': call({
    summary: 'Hide the user’s followers from others, or show them',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: FollowSettings,
    answer: FollowSettings,
  }),
  'GET /api/users/:id/followers': call({
    summary: `List a person’s followers, newest first, ${page} per page`,
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    query: Page,
    answer: People,
    errors: ['USER_NOT_FOUND', 'FOLLOWERS_HIDDEN'],
  }),
  'GET /api/users/:id/following': call({
    summary: `List whom a person follows, without people who hide their followers, newest first, ${page} per page`,
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    query: Page,
    answer: People,
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/blocks': call({
    summary: `List the people the user blocked, newest first, ${page} per page`,
    access: 'user',
    rate: 'read',
    query: Page,
    answer: People,
  }),
  'PUT /api/blocks/:id': call({
    summary: 'Block a person; they are not told',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
    errors: ['USER_NOT_FOUND', 'BLOCK_ONESELF', 'BLOCKS_USED_UP'],
  }),
  'DELETE /api/blocks/:id': call({
    summary: 'Unblock a person',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
  }),
  'GET /api/mutes': call({
    summary: `List the people the user muted, newest first, ${page} per page`,
    access: 'user',
    rate: 'read',
    query: Page,
    answer: People,
  }),
  'PUT /api/mutes/:id': call({
    summary: 'Mute a person: what they write and do is hidden from the user alone; they are not told',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
    errors: ['USER_NOT_FOUND', 'MUTE_ONESELF', 'MUTES_USED_UP'],
  }),
  'DELETE /api/mutes/:id': call({
    summary: 'Unmute a person',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    answer: Done,
  }),
  'GET /api/users/:id/relation': call({
    summary: 'Get whether the user follows, muted or blocked a person, and is followed by them',
    access: 'user',
    rate: 'read',
    params: UserParams,
    answer: z.object({
      isBlocked: z.boolean(),
      isMuted: z.boolean(),
      isFollowed: z.boolean(),
      followsMe: z.boolean(),
    }),
    errors: ['USER_NOT_FOUND'],
  }),
}
