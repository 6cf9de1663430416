import type { LessonFigures } from '@aura/api/calls/lessons/figures'
import { dayFromNumber, dayNumber, dayOf } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Catalogue } from '../catalogue.ts'
import { figuresOf } from './figures.rules.ts'
import { countByLesson, countFirstAnswers, countNewest } from './store.ts'

/** Returns the newest people's progress in each lesson, and their first answers to each question. */
export async function lessonFigures(ctx: Context, catalogue: Catalogue): Promise<LessonFigures> {
  const { people, awayDays } = ctx.limits.lessonFigures
  const today = dayOf(await databaseTime(ctx.db, ctx.clock), { timeZone: 'UTC', dayFloor: null })
  const awaySince = dayFromNumber(dayNumber(today) - awayDays)
  const counts = new Map((await countByLesson(ctx.db, { people, awaySince })).map((row) => [row.lessonId, row]))
  const answers = Map.groupBy(
    await countFirstAnswers(ctx.db, people),
    ({ lessonId, questionId }) => `${lessonId}/${questionId}`,
  )
  const answersTo = (lessonId: string, questionId: string) =>
    (answers.get(`${lessonId}/${questionId}`) ?? []).map(({ firstRight, firstResponse, times }) => ({
      isRight: firstRight === true,
      given: firstResponse ?? '',
      times,
    }))
  return {
    people: await countNewest(ctx.db, people),
    awayDays,
    lessons: [...catalogue.values()].map(({ id, title, difficulty, unit, questions }) => {
      const { begun = 0, passed = 0, claimed = 0, leftHere = 0 } = counts.get(id) ?? {}
      return {
        id,
        title,
        difficulty,
        unit: unit.title,
        begun,
        passed,
        claimed,
        leftHere,
        questions: questions.map((question) => ({
          id: question.id,
          text: question.text,
          ...figuresOf(question, answersTo(id, question.id)),
        })),
      }
    }),
  }
}
