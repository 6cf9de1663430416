import { dayOf, findLearner } from '#features/streak'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Catalogue } from './catalogue.ts'
import { nameOf } from './check/question.rules.ts'
import { dailyLessonIds } from './daily.rules.ts'
import { momentOf } from './moment.ts'
import { findBegunChecks, findOpenAttempts } from './pending-store.ts'
import { findCards } from './review/store.ts'
import { BASE_UNITS, type SharedQuestion, sharedQuestion } from './shared-questions.ts'

export interface PracticeQuestion extends SharedQuestion {
  /** When the user last answered it in a check or a review. */
  answeredAt: Date | null
}

/**
 * Returns the questions that a user can practise until then: of units they have begun and of the first two, in no
 * order that matters. Leaves out the first lesson, and whatever a check, placement or review of theirs may ask until
 * then, since practice tells the answers.
 */
export async function practiceQuestions(
  ctx: Context,
  db: Queryable,
  catalogue: Catalogue,
  { userId, until }: { userId: string; until: Date },
): Promise<PracticeQuestion[]> {
  const [first, ...lessons] = catalogue.values()
  const learner = await findLearner(db, userId)
  const { completions, today } = await momentOf(ctx, db, userId, learner)
  const claimed = new Set(completions.map(({ lessonId }) => lessonId))
  const begun = new Set(completions.flatMap(({ lessonId }) => catalogue.get(lessonId)?.unit.id ?? []))
  const completedBefore = new Set(completions.flatMap(({ lessonId, day }) => (day < today ? lessonId : [])))
  const offeredAfter = (completedBefore: ReadonlySet<string>) =>
    dailyLessonIds([...catalogue.values()], { completedBefore, perDay: ctx.limits.lessonsPerDay })
  const offered = learner.offeredOn === today ? learner.offeredLessons : offeredAfter(completedBefore)
  // Past midnight other lessons are offered, whether today's are claimed by then or not.
  const tomorrows =
    dayOf(until, learner) === today ? [] : [claimed, new Set([...claimed, ...offered])].flatMap(offeredAfter)
  const begunChecks = await findBegunChecks(db, userId)
  const pending = new Set([...offered, ...tomorrows, ...begunChecks].filter((id) => !claimed.has(id)))
  const asked = await findOpenAttempts(db, userId, today)
  const cards = new Map((await findCards(db, userId)).map((card) => [nameOf(card), card]))
  return lessons
    .filter(
      ({ id, unit }) => id !== first?.id && !pending.has(id) && (begun.has(unit.id) || unit.position < BASE_UNITS),
    )
    .flatMap((lesson) =>
      lesson.questions.flatMap((question) => {
        const shared = sharedQuestion(lesson, question)
        const card = cards.get(nameOf({ lessonId: lesson.id, questionId: question.id }))
        // A question of a claimed lesson without a card is due already.
        const isDue = claimed.has(lesson.id) && !(card && card.dueAt > until)
        if (!shared || isDue || asked.has(nameOf(shared))) return []
        return { ...shared, answeredAt: card?.reviewedAt ?? null }
      }),
    )
}
