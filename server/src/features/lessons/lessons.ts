import type { Lesson, PublicLesson } from '@aura/api/calls/lessons/lesson'
import type { Day } from '@aura/api/day'
import { type Completion, dayEndsAt, dayOf, findCompletions, findLearner, type Learner } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Limits } from '#platform/limits'
import type { Catalogue, CatalogueLesson } from './catalogue.ts'
import { checkOf } from './check/lesson-check.ts'
import { findQuiz, findQuizzes } from './check/quiz-store.ts'
import { dailyLessonIds } from './daily.rules.ts'
import { settleLessons } from './daily-store.ts'
import { findDoneLabs } from './lab/store.ts'
import { plainText } from './text/plain-text.ts'

/** Returns the day's lessons, fixed on first use: a release changes no day that has begun. */
export async function idsOfDay(
  db: Queryable,
  catalogue: Catalogue,
  { userId, learner, today, completions }: LearnerToday,
  limits: Limits,
): Promise<string[]> {
  const completedBefore = new Set(completions.filter(({ day }) => day < today).map(({ lessonId }) => lessonId))
  if (learner.offeredOn === today) {
    return learner.offeredLessons.filter((id) => catalogue.has(id) && !completedBefore.has(id))
  }
  const ids = dailyLessonIds([...catalogue.values()], { completedBefore, perDay: limits.lessonsPerDay })
  return settleLessons(db, userId, today, ids)
}

interface LearnerToday {
  userId: string
  learner: Learner
  today: Day
  completions: readonly Completion[]
}

export async function dailyLessons(ctx: Context, catalogue: Catalogue, userId: string): Promise<Lesson[]> {
  const learner = await findLearner(ctx.db, userId)
  const completions = await findCompletions(ctx.db, userId)
  const now = await databaseTime(ctx.db, ctx.clock)
  const today = dayOf(now, learner)
  const availableUntil = dayEndsAt(now, learner).toISOString()
  const ids = await idsOfDay(ctx.db, catalogue, { userId, learner, today, completions }, ctx.limits)
  const quizzes = await findQuizzes(ctx.db, userId, ids)
  const doneLabs = await findDoneLabs(ctx.db, userId, ids)
  return ids.map((id) => {
    const lesson = catalogue.get(id) as CatalogueLesson
    const check =
      lesson.questions.length === 0 ? null : checkOf(lesson, { userId, today, quiz: quizzes.get(id) }, ctx.limits.check)
    return {
      ...textOf(lesson, ctx.limits),
      lab: lesson.lab && { done: doneLabs.has(id) },
      content: lesson.content,
      quizQuestion: check?.question?.text ?? '',
      quizOptions: check?.question?.options ?? [],
      check,
      completed: completions.some(({ lessonId, day }) => lessonId === id && day === today),
      availableUntil,
      serverTime: now.toISOString(),
    }
  })
}

/** Returns a lesson without its check. */
export const publicLesson = (lesson: CatalogueLesson, limits: Limits): PublicLesson => ({
  ...textOf(lesson, limits),
  hasLab: lesson.lab !== null,
})

const textOf = (
  { id, title, difficulty, estimatedReadTime, predict, blocks, keyTakeaways, sources }: CatalogueLesson,
  { lessonAp }: Limits,
): Omit<PublicLesson, 'hasLab'> => ({
  id,
  title,
  difficulty,
  estimatedReadTime,
  auraReward: lessonAp[difficulty],
  predict,
  blocks,
  keyTakeaways,
  sources,
})

/** Returns the lessons in the order of the path, each with its first paragraph. */
export const lessonOverview = (catalogue: Catalogue) =>
  [...catalogue.values()].map(({ id, title, difficulty, estimatedReadTime, blocks }) => {
    return { id, title, difficulty, estimatedReadTime, hook: plainText(blocks.slice(0, 1)) }
  })

/** Returns whether a lesson was claimed today, the AP ever paid for it, and whether it can be claimed. */
export async function lessonStatus(ctx: Context, userId: string, lessonId: string) {
  const learner = await findLearner(ctx.db, userId)
  const completions = await findCompletions(ctx.db, userId)
  const quiz = await findQuiz(ctx.db, userId, lessonId)
  const today = dayOf(await databaseTime(ctx.db, ctx.clock), learner)
  const mine = completions.filter((completion) => completion.lessonId === lessonId)
  return {
    completed: mine.some(({ day }) => day === today),
    auraEarned: mine.reduce((sum, { auraEarned }) => sum + auraEarned, 0),
    quizPassed: quiz?.passedAt != null,
  }
}
