import type { Queryable } from '#platform/db/db'
import { LONGEST_PRACTICE_MS, shownCount } from './practice.rules.ts'
import { findRunning, findStarted, type PracticeRow } from './practice-store.ts'

/** Returns the questions of a practice that had opened by then. */
export const shownIn = (practice: PracticeRow, at: Date): string[] =>
  practice.questions.slice(0, shownCount(practice, at))

/**
 * Returns the questions that these people were shown in practice since then, and all of every running practice: one that
 * is still ahead could tell the answer while a battle asks it.
 */
export async function findPractised(
  db: Queryable,
  userIds: readonly string[],
  { since, at }: { since: Date; at: Date },
): Promise<ReadonlySet<string>> {
  const practised = new Set(await findRunning(db, new Date(at.getTime() - LONGEST_PRACTICE_MS)))
  for (const userId of userIds) {
    for (const practice of await findStarted(db, userId, since)) {
      for (const question of shownIn(practice, at)) practised.add(question)
    }
  }
  return practised
}
