import type { Answer } from '@aura/api/calls'
import type { LearningPath, LessonOnPath } from '@aura/api/calls/lessons/path'
import { personExists } from '#features/profile'
import { findCompletions, findLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Catalogue, CatalogueLesson } from '../catalogue.ts'
import { dailyLessonIds } from '../daily.rules.ts'
import { idsOfDay } from '../lessons.ts'
import { offeredPlacement } from '../placement/placement.ts'
import { findPlacements } from '../placement/store.ts'
import { dueLessonsOf } from '../review/review.ts'
import { reviewMomentOf } from '../review/review-items.ts'
import { knownPercent } from '../review/schedule.ts'
import { findLatestReview } from '../review/store.ts'
import { finishedOn, unitsOf } from './unit.rules.ts'

/** Returns every unit with its lessons. Fixes the day's lessons, as viewing them does. */
export async function learningPath(ctx: Context, catalogue: Catalogue, userId: string): Promise<LearningPath> {
  const moment = await reviewMomentOf(ctx, ctx.db, userId, await findLearner(ctx.db, userId))
  const { completions, cards, at } = moment
  const offered = await idsOfDay(ctx.db, catalogue, moment, ctx.limits)
  const due = dueLessonsOf(
    catalogue,
    moment,
    await findLatestReview(ctx.db, { userId, day: moment.today, purpose: 'day' }),
  )
  const rows = await findPlacements(ctx.db, userId, moment.today)
  const claimedOn = new Map(completions.map(({ lessonId, day }) => [lessonId, day]))
  const knownOf = (lessons: Iterable<{ id: string }>) => {
    const ids = new Set([...lessons].flatMap(({ id }) => (claimedOn.has(id) ? [id] : [])))
    const its = cards.filter(({ lessonId }) => ids.has(lessonId))
    return knownPercent(its, at)
  }
  const dueIn = (lessons: readonly { id: string }[]) =>
    due.filter((lessonId) => lessons.some(({ id }) => id === lessonId)).length
  const onPath = (lesson: CatalogueLesson): LessonOnPath => {
    const day = claimedOn.get(lesson.id) ?? null
    return {
      id: lesson.id,
      title: lesson.title,
      difficulty: lesson.difficulty,
      estimatedReadTime: lesson.estimatedReadTime,
      auraReward: ctx.limits.lessonAp[lesson.difficulty],
      state: day !== null ? 'done' : offered.includes(lesson.id) ? 'today' : 'later',
      day,
      due: dueIn([lesson]),
    }
  }
  const tomorrow = dailyLessonIds([...catalogue.values()], {
    completedBefore: new Set([...claimedOn.keys(), ...offered]),
    perDay: ctx.limits.lessonsPerDay,
  })
  return {
    knownPercent: knownOf([...claimedOn.keys()].map((id) => ({ id }))),
    nextLessonId: offered.find((id) => !claimedOn.has(id)) ?? null,
    tomorrow: tomorrow.flatMap((id) => catalogue.get(id) ?? []).map(onPath),
    units: unitsOf(catalogue.values()).map(({ unit, lessons }) => ({
      id: unit.id,
      title: unit.title,
      line: unit.line,
      knownPercent: knownOf(lessons),
      due: dueIn(lessons),
      finishedOn: finishedOn(lessons, completions),
      placement: offeredPlacement(ctx, catalogue, { unitId: unit.id, moment, rows }),
      lessons: lessons.map(onPath),
    })),
    serverTime: at.toISOString(),
  }
}

/** Returns a user's finished units. Throws USER_NOT_FOUND. */
export async function finishedUnits(
  ctx: Context,
  catalogue: Catalogue,
  userId: string,
): Promise<Answer<'GET /api/users/:id/units'>> {
  if (!(await personExists(ctx.db, userId))) throw new AppError('USER_NOT_FOUND')
  const completions = await findCompletions(ctx.db, userId)
  return unitsOf(catalogue.values()).flatMap(({ unit: { id, title, line }, lessons }) => {
    const day = finishedOn(lessons, completions)
    return day === null ? [] : [{ id, title, line, finishedOn: day }]
  })
}
