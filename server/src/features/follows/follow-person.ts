import type { People } from '@aura/api/calls/follows'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { insertNotifications } from '#features/notifications'
import { lockPerson, personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { refuseBlocked } from './block-person.ts'
import { lockPair } from './block-store.ts'
import {
  countFollows,
  countOtherFollows,
  deleteFollow,
  type Follow,
  type FollowList,
  findFollows,
  insertFollow,
} from './follow-store.ts'
import { pageOf } from './other-person.ts'

/**
 * Follows a person and notifies them the first time. Idempotent. Locks both people, so that two follows at once can't
 * exceed the limit and a deleted account gets no notice, and the pair, so that no follow outlives a block. Throws
 * USER_NOT_FOUND, FOLLOW_ONESELF, FOLLOWS_USED_UP, and the errors of `refuseBlocked`.
 */
export async function followPerson(ctx: Context, follow: Follow): Promise<void> {
  const { followerId, followedId } = follow
  if (followerId === followedId) throw new AppError('FOLLOW_ONESELF')
  await ctx.db.tx(async (tx) => {
    await lockPair(tx, followerId, followedId)
    const names = new Map<string, string>()
    for (const id of [followerId, followedId].sort()) {
      const person = await lockPerson(tx, id)
      if (!person) throw new AppError(id === followerId ? 'UNAUTHORIZED' : 'USER_NOT_FOUND')
      names.set(id, person.username)
    }
    await refuseBlocked(tx, { userId: followerId, otherId: followedId }, 'PERSON_UNAVAILABLE')
    if ((await countOtherFollows(tx, follow)) >= FOLLOW_RULES.followed) throw new AppError('FOLLOWS_USED_UP')
    if (!(await insertFollow(tx, follow, ctx.clock.sqlNow()))) return
    await insertNotifications(tx, ctx.clock, [
      {
        userId: followedId,
        type: 'new_follower',
        title: `${names.get(followerId)} follows you`,
        message: 'They see your lines and battles on their dashboard.',
        relatedId: followerId,
        key: `follow/${followerId}`,
        actorId: followerId,
      },
    ])
  })
  ctx.live.changed(`user:${followedId}`)
}

/** Unfollows a person, if they exist. Idempotent. Locks the pair: whatever needs the follow ends with it. */
export const unfollowPerson = (ctx: Context, follow: Follow): Promise<void> =>
  ctx.db.tx(async (tx) => {
    await lockPair(tx, follow.followerId, follow.followedId)
    await deleteFollow(tx, follow)
  })

/** Lists follows but those of people who hide theirs. Throws USER_NOT_FOUND, and FOLLOWERS_HIDDEN but to the owner. */
export async function listFollows(
  ctx: Context,
  list: FollowList,
  { userId, viewerId, before }: { userId: string; viewerId: string | undefined; before: string | undefined },
): Promise<People> {
  if (!(await personExists(ctx.db, userId))) throw new AppError('USER_NOT_FOUND')
  if (list === 'followers' && viewerId !== userId && (await countFollows(ctx.db, userId)).areFollowersHidden) {
    throw new AppError('FOLLOWERS_HIDDEN')
  }
  const at = await databaseTime(ctx.db, ctx.clock)
  const page = {
    list,
    userId,
    viewerId: viewerId ?? null,
    before: before === undefined ? null : Number(before),
    limit: FOLLOW_RULES.page + 1,
  }
  return pageOf(await findFollows(ctx.db, page, at))
}
