import { FRIEND_STREAK_RULES } from '@aura/api/rules/friend-streaks'
import { findFollowsBetween, lockPair, refuseBlocked } from '#features/follows'
import { insertNotifications } from '#features/notifications'
import { lockPerson } from '#features/profile'
import { dayOf, findLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import {
  countOtherStreaks,
  deleteFriendStreak,
  findFriendStreak,
  insertFriendStreak,
  type Pair,
  updateStarted,
} from './store.ts'

/**
 * Asks the other person, or starts the streak if they asked before. Idempotent. The pair is locked, so that no streak
 * outlives a follow, and both people, so that two requests at once can't exceed the limit. Throws USER_NOT_FOUND,
 * FRIEND_STREAK_NEEDS_FOLLOWS, FRIEND_STREAKS_USED_UP, and the errors of `refuseBlocked`.
 */
export async function keepFriendStreak(ctx: Context, pair: Pair): Promise<void> {
  const { userId, otherId } = pair
  if (userId === otherId) throw new AppError('FRIEND_STREAK_NEEDS_FOLLOWS')
  await ctx.db.tx(async (tx) => {
    await lockPair(tx, userId, otherId)
    const names = new Map<string, string>()
    for (const id of [userId, otherId].sort()) {
      const person = await lockPerson(tx, id)
      if (!person) throw new AppError(id === userId ? 'UNAUTHORIZED' : 'USER_NOT_FOUND')
      names.set(id, person.username)
    }
    await refuseBlocked(tx, pair, 'PERSON_UNAVAILABLE')
    const { isFollowed, followsMe } = await findFollowsBetween(tx, userId, otherId)
    if (!isFollowed || !followsMe) throw new AppError('FRIEND_STREAK_NEEDS_FOLLOWS')
    const known = await findFriendStreak(tx, pair)
    if (known && (known.startDay !== null || known.askedBy === userId)) return
    if ((await countOtherStreaks(tx, pair)) >= FRIEND_STREAK_RULES.kept) throw new AppError('FRIEND_STREAKS_USED_UP')
    const at = await databaseTime(tx, ctx.clock)
    const days = [dayOf(at, await findLearner(tx, userId)), dayOf(at, await findLearner(tx, otherId))].sort()
    if (known) await updateStarted(tx, pair, days.at(-1) as string)
    else await insertFriendStreak(tx, pair, at)
    const told = (to: string, from: string) => ({
      userId: to,
      type: 'friend_streak' as const,
      title: known
        ? `You and ${names.get(from)} keep a streak`
        : `${names.get(from)} asks you to keep a streak together`,
      message: 'A day counts when you have both learned.',
      relatedId: from,
      // A repeated request notifies them again only on another day.
      key: `friend-streak/${from}/${known ? 'kept' : 'asked'}/${days.at(-1)}`,
      actorId: from,
    })
    await insertNotifications(
      tx,
      ctx.clock,
      known ? [told(otherId, userId), told(userId, otherId)] : [told(otherId, userId)],
    )
  })
  for (const id of [userId, otherId]) ctx.live.changed(`user:${id}`)
}

/** Ends a streak, or withdraws or declines a request. Idempotent. */
export async function endFriendStreak(ctx: Context, pair: Pair): Promise<void> {
  await deleteFriendStreak(ctx.db, pair)
  for (const id of [pair.userId, pair.otherId]) ctx.live.changed(`user:${id}`)
}
