import { randomUUID } from 'node:crypto'
import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import type { Context } from '#platform/context'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { levelIn } from './league.rules.ts'
import { deleteOldResults, drawLots, findWeekToSeat, lockSeats, lockUnseated, updateSeats } from './seat-store.ts'

/** People seated in one transaction, which takes a fraction of a second. */
const BATCH_SIZE = 500

/**
 * Seats members in leagues of their level, one server at a time: those of the week's first hour by a draw, so that nobody
 * can fill a league with accounts of their own, and others in the order of their first learning. The seed is drawn when
 * the hour is over, when no account can be added, and is kept, so that anyone who reads it can repeat the draw. A week
 * waits until the one before is closed, since that decides the levels.
 */
export function seatsDue(ctx: Context): ScheduledJob {
  return {
    async runBatch() {
      const due = await findWeekToSeat(ctx.db, ctx.clock.sqlNow())
      if (!due || due.isEarly) return false
      const { week } = due
      return ctx.db.tx(async (tx) => {
        const locked = await lockSeats(tx, week)
        if (!locked) return false
        const { seats, isDrawn } = locked
        if (!isDrawn && seats.every((taken) => taken === 0)) await drawLots(tx, week, randomUUID())
        const people = await lockUnseated(tx, week, BATCH_SIZE)
        const seated = people.map(({ userId, last }) => {
          const level = levelIn(week, last)
          const seat = (seats[level - 1] ?? 0) + 1
          seats[level - 1] = seat
          return { userId, level, league: Math.ceil(seat / LEAGUE_RULES.people) }
        })
        if (seated.length === 0) return false
        await updateSeats(tx, { week, seated, seats })
        await deleteOldResults(tx, people, week)
        return true
      })
    },
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
  }
}
