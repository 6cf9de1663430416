import type { Answer } from '@aura/api/calls'
import type { FeedEvent } from '@aura/api/calls/follows'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { findFollowed, findPeople } from './feed-store.ts'

const DAY_MS = 86_400_000

declare module '#platform/feature' {
  interface Feature {
    /** Returns these people's events since a moment, newest first, with texts as the viewer may see them. */
    readonly feed?: (ctx: Context, asked: FeedQuestion) => Promise<readonly FeedEvent[]>
  }
}

export interface FeedQuestion {
  userIds: readonly string[]
  viewerId: string
  since: Date
  limit: number
}

/** Reads all features' events, live battles first, without the muted and those that name people the user blocked. */
export async function readFeed(
  ctx: Context,
  features: readonly Feature[],
  userId: string,
): Promise<Answer<'GET /api/feed'>> {
  const followed = await findFollowed(ctx.db, userId)
  if (followed.length === 0) return { isFollowing: false, events: [] }
  const userIds = followed.flatMap(({ followedId, isMuted }) => (isMuted ? [] : followedId))
  const at = await databaseTime(ctx.db, ctx.clock)
  const since = new Date(at.getTime() - FOLLOW_RULES.feedDays * DAY_MS)
  const asked = { userIds, viewerId: userId, since, limit: FOLLOW_RULES.feedRows }
  const events = (await Promise.all(features.flatMap(({ feed }) => feed?.(ctx, asked) ?? []))).flat()
  const ids = events.flatMap(({ personId, otherId }) => (otherId === null ? [personId] : [personId, otherId]))
  const people = await findPeople(ctx.db, { userId, ids: [...new Set(ids)] }, at)
  const shown = events.flatMap(({ personId, otherId, ...event }) => {
    const person = people.get(personId)
    const other = otherId === null ? null : people.get(otherId)
    return person && other !== undefined ? [{ ...event, person, other }] : []
  })
  shown.sort((a, b) => Number(b.isLive) - Number(a.isLive) || b.at.localeCompare(a.at))
  return { isFollowing: true, events: shown.slice(0, FOLLOW_RULES.feedRows) }
}
