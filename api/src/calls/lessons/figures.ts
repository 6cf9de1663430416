import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { Whole } from '../../shapes.ts'
import { Difficulty } from './lesson.ts'

export const LessonFigures = z.object({
  /** Number of newest people the figures cover. */
  people: Whole,
  awayDays: Whole,
  lessons: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      difficulty: Difficulty,
      unit: z.string(),
      /** People who answered at least one of its questions, passed and claimed it. */
      begun: Whole,
      passed: Whole,
      claimed: Whole,
      /** People who left and whose last lesson this was. */
      leftHere: Whole,
      questions: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          /** Number of first answers; `right` of them were correct. */
          answered: Whole,
          right: Whole,
          mistakes: z.array(z.object({ text: z.string(), times: Whole })),
        }),
      ),
    }),
  ),
})
export type LessonFigures = z.output<typeof LessonFigures>

export const figureCalls = {
  'GET /api/admin/lessons': call({
    summary: 'Get how far people get in each lesson, and how they first answer its questions',
    access: 'admin',
    rate: 'read',
    heavy: true,
    answer: LessonFigures,
  }),
}
