import type { Day } from '@aura/api/day'
import { type Completion, dayOf, findCompletions, type Learner } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'

/** A learner's present: their current day and their completions. */
export interface Moment {
  userId: string
  learner: Learner
  completions: Completion[]
  at: Date
  today: Day
}

export async function momentOf(ctx: Context, db: Queryable, userId: string, learner: Learner): Promise<Moment> {
  const [completions, at] = await Promise.all([findCompletions(db, userId), databaseTime(db, ctx.clock)])
  return { userId, learner, completions, at, today: dayOf(at, learner) }
}
