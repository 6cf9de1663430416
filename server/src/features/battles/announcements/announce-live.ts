import { findFollowersOfPair } from '#features/follows'
import { insertNotifications } from '#features/notifications'
import { findUsernames } from '#features/profile'
import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import {
  deleteAnnouncement,
  lockAnnouncement,
  msUntilAnnouncement,
  postponeAnnouncement,
  updateToldUpTo,
} from './announcement-store.ts'

/** Followers told in one transaction, which takes a fraction of a second. */
const BATCH_SIZE = 500
const RETRY_MS = 5_000

/**
 * Tells the followers of both participants that a battle is live, in batches and once each, and stops when it is over.
 * Users with a reminder were told at its start, under the same key.
 */
export function announcementsDue(ctx: Context, { onError }: Pick<JobTools, 'onError'>): ScheduledJob {
  return {
    async runBatch() {
      let battleId: string | undefined
      try {
        const told = await ctx.db.tx(async (tx) => {
          const announcement = await lockAnnouncement(tx, ctx.clock.sqlNow())
          if (!announcement) return undefined
          battleId = announcement.battleId
          const { challengerId, opponentId, title, toldUpTo, isLive } = announcement
          const followers = isLive
            ? await findFollowersOfPair(tx, {
                followedIds: [challengerId, opponentId],
                after: toldUpTo,
                limit: BATCH_SIZE,
              })
            : []
          const last = followers.at(-1)
          if (last === undefined || followers.length < BATCH_SIZE) await deleteAnnouncement(tx, battleId)
          else await updateToldUpTo(tx, battleId, last)
          const others = followers.filter((id) => id !== challengerId && id !== opponentId)
          const names = await findUsernames(tx, [challengerId, opponentId])
          const id = battleId
          await insertNotifications(
            tx,
            ctx.clock,
            others.map((userId) => ({
              userId,
              type: 'follow_live' as const,
              title: `${names.get(challengerId) ?? 'Somebody'} against ${names.get(opponentId) ?? 'somebody'} is live`,
              message: `${title ?? `Battle #${id.slice(0, 8)}`} has begun.`,
              relatedId: id,
              key: `battle/${id}/waited`,
            })),
          )
          return others
        })
        for (const userId of told ?? []) ctx.live.changed(`user:${userId}`)
        return told !== undefined
      } catch (error) {
        if (battleId === undefined) throw error
        onError(error)
        await postponeAnnouncement(ctx.db, battleId, ctx.clock.sqlNow(), RETRY_MS)
        return true
      }
    },
    msUntilNextRun: () => msUntilAnnouncement(ctx.db, ctx.clock.sqlNow()),
    maxSleepMs: SOON_MS,
    onlyWhenDue: true,
  }
}
