import { findFollowsBetween, followPerson } from '../../server/src/features/follows/index.ts'
import { keepFriendStreak } from '../../server/src/features/friend-streaks/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { MovingClock } from './moving-clock.ts'

const DAY_MS = 86_400_000
/** Pairs that keep a streak together, and its length in days before today. */
const FRIENDS = [['temi_codes', 'tobi_wav', 9]] as const

/** Makes creators follow each other and keep a streak. Skips pairs that are friends already. */
export async function playFriends(ctx: Context): Promise<void> {
  for (const [one, other, days] of FRIENDS) {
    const [userId, otherId] = [(await findUsername(ctx.db, one))?.id, (await findUsername(ctx.db, other))?.id]
    if (userId === undefined || otherId === undefined) continue
    if ((await findFollowsBetween(ctx.db, userId, otherId)).isFollowed) continue
    const then = { ...ctx, clock: new MovingClock(new Date(ctx.clock.now().getTime() - days * DAY_MS)) }
    await followPerson(then, { followerId: userId, followedId: otherId })
    await followPerson(then, { followerId: otherId, followedId: userId })
    await keepFriendStreak(then, { userId, otherId })
    await keepFriendStreak(then, { userId: otherId, otherId: userId })
  }
}
