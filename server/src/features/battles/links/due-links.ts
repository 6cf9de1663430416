import { formatWhole } from '@aura/api/money'
import { postTransfers } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { linkStakeReturn } from '../lifecycle/battle-transfers.ts'
import { endLinks, type LinkRow, lockDueLinks, msUntilLinkDue } from './link-store.ts'

const BATCH_SIZE = 100

/** Expires links not accepted in time, once on any number of servers, and returns the stakes. */
export function linksDue(ctx: Context): ScheduledJob {
  return {
    async runBatch() {
      const expired = await ctx.db.tx(async (tx) => {
        const due = await lockDueLinks(tx, { now: ctx.clock.sqlNow(), limit: BATCH_SIZE })
        if (due.length > 0) await expire(ctx, tx, due)
        return due
      })
      for (const { challengerId } of expired) ctx.live.changed(`user:${challengerId}`)
      return expired.length > 0
    },
    msUntilNextRun: () => msUntilLinkDue(ctx.db, ctx.clock.sqlNow()),
    maxSleepMs: UNHURRIED_MS,
  }
}

async function expire(ctx: Context, tx: Tx, due: readonly LinkRow[]): Promise<void> {
  await endLinks(
    tx,
    due.map(({ id }) => id),
    'expired',
  )
  await postTransfers(tx, ctx.clock, due.map(linkStakeReturn))
  await insertNotifications(
    tx,
    ctx.clock,
    due.map(({ id, challengerId, title, stake }) => ({
      userId: challengerId,
      type: 'battle_update' as const,
      title: 'Your challenge link expired',
      message: `Nobody accepted ${title ?? 'it'} in time. Your ${formatWhole(stake)} AP were returned.`,
      relatedId: null,
      key: `challenge-link/${id}/expire`,
      isOwn: true,
    })),
  )
}
