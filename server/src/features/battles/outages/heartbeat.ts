import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { isPlaying } from '../battle.rules.ts'
import { publishChanges } from '../publish-changes.ts'
import {
  type HeartbeatRead,
  interruptRounds,
  lockHeartbeat,
  lockTouched,
  moveEnds,
  readHeartbeat,
  renewHeartbeat,
  writeHeartbeat,
} from './heartbeat-store.ts'
import { endAfterOutage } from './outage.rules.ts'

const HEARTBEAT_MS = 1_000
/** Interval of reads while a battle is near its end. */
const LOOK_MS = 500

/**
 * Writes the time once a second while a battle is near its end, so that a gap shows how long the database was away.
 * Servers share a row: as long as one of them reaches the database, there is no gap. Looks less often while no battle is
 * near, since the last minute begins a minute after being near does.
 */
export function heartbeatsDue(ctx: Context): ScheduledJob {
  let nextMs = UNHURRIED_MS
  return {
    async runBatch() {
      if (ctx.limits.battleOutageMs === null) return false
      const { at, lastBeatAt, isNear } = await readHeartbeat(ctx.db, ctx.clock.sqlNow())
      // A heartbeat is also written after the clock was set back, since the last one would otherwise seem to come from
      // the future.
      const isStale = lastBeatAt === null || Math.abs(at.getTime() - lastBeatAt.getTime()) >= HEARTBEAT_MS
      if (isNear && isStale) await beat(ctx, ctx.limits.battleOutageMs)
      nextMs = isNear ? LOOK_MS : UNHURRIED_MS
      return false
    },
    msUntilNextRun: async () => nextMs,
    maxSleepMs: UNHURRIED_MS,
  }
}

/** Returns the database's time once every earlier outage was examined: a battle due by then may be settled. */
export async function timeWithoutOutage(ctx: Context): Promise<Date | null> {
  const { battleOutageMs } = ctx.limits
  if (battleOutageMs === null) return ctx.clock.sqlNow()
  const read = await readHeartbeat(ctx.db, ctx.clock.sqlNow())
  return isUnseen(read, battleOutageMs) ? beat(ctx, battleOutageMs) : read.at
}

/** Returns whether an outage was not yet examined that may move the end of a battle. */
export async function isOutageUnseen(ctx: Context, db: Queryable): Promise<boolean> {
  const { battleOutageMs } = ctx.limits
  return battleOutageMs !== null && isUnseen(await readHeartbeat(db, ctx.clock.sqlNow()), battleOutageMs)
}

const isUnseen = ({ at, lastBeatAt, isNear }: HeartbeatRead, outageMs: number): boolean =>
  isNear && (lastBeatAt === null || at.getTime() - lastBeatAt.getTime() > outageMs)

/**
 * Writes a heartbeat, moves the ends touched by a gap before it and interrupts rounds, in the same transaction. Returns
 * its time.
 */
async function beat(ctx: Context, outageMs: number): Promise<Date> {
  const renewed = await renewHeartbeat(ctx.db, ctx.clock.sqlNow(), outageMs)
  if (renewed) return renewed
  const { at, changes } = await ctx.db.tx(async (tx) => {
    const from = await lockHeartbeat(tx, ctx.clock.sqlNow())
    const seen = await databaseTime(tx, ctx.clock)
    if (seen.getTime() - from.getTime() <= outageMs) {
      await writeHeartbeat(tx, seen)
      return { at: seen, changes: [] }
    }
    const touched = await lockTouched(tx, { from, to: seen })
    // Read again, since the locks may have waited for gifts, none of which is later than this.
    const to = await databaseTime(tx, ctx.clock)
    const played = touched.filter(isPlaying)
    await interruptRounds(
      tx,
      { from, to },
      played.map(({ id }) => id),
    )
    const moved = touched.flatMap((battle) => {
      if (isPlaying(battle)) return []
      const endsAt = endAfterOutage(battle, { from, to })
      return endsAt ? [{ battle, endsAt }] : []
    })
    await moveEnds(tx, { from, to }, moved)
    await writeHeartbeat(tx, to)
    return {
      at: to,
      changes: [...played, ...moved.map(({ battle }) => battle)].map((battle) => ({ battle, notifiedIds: [] })),
    }
  })
  publishChanges(ctx, changes)
  return at
}
