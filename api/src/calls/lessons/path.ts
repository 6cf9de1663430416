import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { Moment, UserParams, Whole } from '../../shapes.ts'
import { Difficulty, LessonId, Question, Response } from './lesson.ts'

const Day = z.iso.date()

const LessonOnPath = z.object({
  id: z.string(),
  title: z.string(),
  difficulty: Difficulty,
  estimatedReadTime: z.int().min(1).describe('Minutes'),
  /** AP of the claim. */
  auraReward: Whole,
  /** Claimed, offered today, or offered on a later day. */
  state: z.enum(['done', 'today', 'later']),
  /** Claimed on. */
  day: Day.nullable(),
  /** Its questions due for review. */
  due: Whole,
})
export type LessonOnPath = z.output<typeof LessonOnPath>

/** To pass what is left of a unit at once. */
const OfferedPlacement = z.object({
  /** `rests`: an attempt failed today; the next may start tomorrow. */
  state: z.enum(['ready', 'open', 'rests']),
  /** It would claim so many. Lessons with a lab are not among them. */
  lessons: Whole,
  questions: Whole,
  wrongAllowed: Whole,
  /** AP of all of them. */
  auraReward: Whole,
})
export type OfferedPlacement = z.output<typeof OfferedPlacement>

export const LearningPath = z.object({
  /** Mean chance to answer a question of the past right today; null before the first. */
  knownPercent: Whole.nullable(),
  /** The first of today's lessons that is not claimed. */
  nextLessonId: z.string().nullable(),
  units: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      line: z.string(),
      knownPercent: Whole.nullable(),
      due: Whole,
      finishedOn: Day.nullable(),
      /** Null when no lesson is left that it could claim. */
      placement: OfferedPlacement.nullable(),
      lessons: z.array(LessonOnPath).min(1),
    }),
  ),
  serverTime: Moment,
})
export type LearningPath = z.output<typeof LearningPath>

export const Placement = z.object({
  unitId: z.string(),
  state: z.enum(['open', 'passed', 'failed']),
  questions: Whole,
  rightAnswers: Whole,
  wrongAnswers: Whole,
  /** One more fails, and so does a lesson without a right answer. */
  wrongAllowed: Whole,
  /** AP of the lessons that are left. */
  auraReward: Whole,
  /** The current one of an open attempt. */
  question: Question.extend({ lessonId: z.string(), lessonTitle: z.string() }).nullable(),
  /** An attempt ends with its day. */
  availableUntil: Moment,
  serverTime: Moment,
})
export type Placement = z.output<typeof Placement>

const FinishedUnit = z.object({ id: z.string(), title: z.string(), line: z.string(), finishedOn: Day })

const UnitParams = z.object({ id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Not a unit') })

export const pathCalls = {
  'GET /api/lessons/path': call({
    summary: 'Get the units of the path, what is done, next and due',
    access: 'user',
    rate: 'read',
    answer: LearningPath,
  }),
  'GET /api/users/:id/units': call({
    summary: 'List the units a user has finished, in the order of the path',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.array(FinishedUnit),
    errors: ['USER_NOT_FOUND'],
  }),
  'POST /api/units/:id/placement': call({
    summary: 'Draw the questions that pass a unit at once',
    access: 'user',
    rate: 'write',
    params: UnitParams,
    answer: Placement,
    errors: ['UNIT_NOT_FOUND', 'PLACEMENT_NOT_AVAILABLE', 'PLACEMENT_RESTS'],
  }),
  'POST /api/units/:id/placement/answer': call({
    summary: 'Answer a question of an attempt to pass a unit',
    access: 'user',
    rate: 'write',
    params: UnitParams,
    idempotent: true,
    body: z.object({ lessonId: LessonId, questionId: z.string().max(40), answer: Response }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      lessonTitle: z.string(),
      /** The paragraph that explains the question, from 1. */
      paragraph: Whole,
      outcome: z.enum(['open', 'passed', 'failed']),
      /** When this answer claimed lessons; null otherwise. */
      counted: z.object({ auraEarned: Whole, newStreak: Whole, lessons: Whole }).nullable(),
      placement: Placement,
    }),
    errors: ['PLACEMENT_NOT_AVAILABLE', 'PLACEMENT_RESTS', 'QUESTION_CHANGED'],
  }),
}
