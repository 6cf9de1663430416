import type { Queryable } from '#platform/db/db'
import { type Day, dayOf } from '../day.rules.ts'
import { findLivedDays } from '../store.ts'
import { absenceOf } from './streak.rules.ts'
import { skippedDays } from './streak-calendar.rules.ts'

/** What somebody's own days were. */
interface LivedDays {
  today: Day
  learned: ReadonlySet<Day>
  /** Covered by rest days, or lost to a change of time zone. */
  held: ReadonlySet<Day>
}

/** Of each user, from a day on. Unknown users are left out. */
export async function livedDays(
  db: Queryable,
  { userIds, since, at }: { userIds: readonly string[]; since: Day; at: Date },
): Promise<Map<string, LivedDays>> {
  const rows = await findLivedDays(db, userIds, since)
  return new Map(
    rows.map(({ userId, learned, rested, changes, ...learner }) => {
      const today = dayOf(at, learner)
      const held = new Set([...rested, ...absenceOf(learner, today).rested, ...skippedDays(changes)])
      return [userId, { today, learned: new Set(learned), held }]
    }),
  )
}
