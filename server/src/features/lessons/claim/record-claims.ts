import type { Day } from '@aura/api/day'
import { type Completed, type Completion, type Learner, recordCompletions } from '#features/streak'
import type { Tx } from '#platform/db/db'
import type { Limits } from '#platform/limits'
import { isFullDay } from './claim.rules.ts'

/** Records claims made at the same moment. Returns the streak. The caller holds the learner's lock. */
export async function recordClaims(
  tx: Tx,
  { lessonsPerDay }: Limits,
  { userId, learner, completions, at, today }: LearnerNow,
  claims: readonly Completed[],
): Promise<number> {
  const ofToday = [...completions.filter(({ day }) => day === today), ...claims].map(({ lessonId }) => lessonId)
  const offered = learner.offeredOn === today ? learner.offeredLessons : null
  const isFull = isFullDay(ofToday, { offered, lessonsPerDay })
  return recordCompletions(tx, { userId, learner, at, today, isFullDay: isFull }, claims)
}

interface LearnerNow {
  userId: string
  learner: Learner
  completions: readonly Completion[]
  at: Date
  today: Day
}
