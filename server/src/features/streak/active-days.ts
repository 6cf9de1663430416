import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { dayOf } from './day.rules.ts'
import { findActiveDays } from './history-store.ts'
import { absenceOf } from './streak.rules.ts'
import { skippedDays } from './streak-calendar.rules.ts'

/** A user's days by their own clock. */
interface ActiveDays {
  today: Day
  learned: ReadonlySet<Day>
  /** Days covered by rest days, or lost to a change of time zone or to the date line. */
  held: ReadonlySet<Day>
}

/** Returns the days of each user, from a day on. Unknown users are left out. */
export async function activeDays(
  db: Queryable,
  { userIds, since, at }: { userIds: readonly string[]; since: Day; at: Date },
): Promise<Map<string, ActiveDays>> {
  const rows = await findActiveDays(db, userIds, since)
  return new Map(
    rows.map(({ userId, learned, rested, changes, ...learner }) => {
      const today = dayOf(at, learner)
      const skipped = skippedDays(changes, { timeZone: learner.timeZone, from: since, to: today })
      const held = new Set([...rested, ...absenceOf(learner, today).rested, ...skipped])
      return [userId, { today, learned: new Set(learned), held }]
    }),
  )
}
