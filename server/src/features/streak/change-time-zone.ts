import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { canonicalTimeZone, dayEndsAt, dayOf } from './day.rules.ts'
import { lockLearner } from './learner-store.ts'
import { daysLostToChange } from './streak.rules.ts'
import { updateTimeZone } from './time-zone-store.ts'

/**
 * Changes the zone, at most once per `limits.timeZoneChangeMs`. The user's day never goes back: if it is still
 * yesterday in the new zone, today lasts until that zone has caught up. Days lost to the change are not missed. The
 * current zone is accepted and changes nothing.
 */
export async function changeTimeZone(
  ctx: Context,
  { userId, timeZone: wanted }: { userId: string; timeZone: string },
): Promise<{ timeZone: string; dayEndsAt: string }> {
  const timeZone = canonicalTimeZone(wanted)
  if (timeZone === null) throw new AppError('INVALID_REQUEST', { message: 'Not a time zone' })
  const changed = await ctx.db.tx(async (tx) => {
    const learner = await lockLearner(tx, userId)
    const at = await databaseTime(tx, ctx.clock)
    // Zones stored before aliases were resolved may have another spelling.
    if (canonicalTimeZone(learner.timeZone) === timeZone)
      return { timeZone, dayEndsAt: dayEndsAt(at, learner).toISOString() }
    const nextChangeAtMs = (learner.timeZoneChangedAt?.getTime() ?? 0) + ctx.limits.timeZoneChangeMs
    if (at.getTime() < nextChangeAtMs) {
      throw new AppError('TIME_ZONE_CHANGED_RECENTLY', {
        data: { changeableAt: new Date(nextChangeAtMs).toISOString() },
      })
    }
    const dayBefore = dayOf(at, learner)
    const setting = { timeZone, dayFloor: dayBefore }
    const dayAfter = dayOf(at, setting)
    await updateTimeZone(tx, userId, {
      fromZone: learner.timeZone,
      toZone: timeZone,
      at,
      dayBefore,
      dayAfter,
      excusedDays: [...learner.excusedDays, ...daysLostToChange(dayBefore, dayAfter)],
    })
    return { timeZone, dayEndsAt: dayEndsAt(at, { timeZone, dayFloor: dayAfter }).toISOString() }
  })
  ctx.live.changed(`user:${userId}`)
  return changed
}
