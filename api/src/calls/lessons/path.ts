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
  auraReward: Whole,
  state: z.enum(['done', 'today', 'later']),
  day: Day.nullable(),
  /** Its part of the due questions of today's review. */
  due: Whole,
})
export type LessonOnPath = z.output<typeof LessonOnPath>

/** An offer to pass the remaining lessons of a unit in one test. */
const OfferedPlacement = z.object({
  /** `rests`: an attempt failed today; the next may start tomorrow. */
  state: z.enum(['ready', 'open', 'rests']),
  /** Lessons a pass would claim; lessons with a lab are excluded. */
  lessons: Whole,
  questions: Whole,
  wrongAllowed: Whole,
  auraReward: Whole,
})
export type OfferedPlacement = z.output<typeof OfferedPlacement>

export const LearningPath = z.object({
  /** Mean probability of answering a past question correctly today; null before the first. */
  knownPercent: Whole.nullable(),
  /** First unclaimed lesson of today. */
  nextLessonId: z.string().nullable(),
  /** Tomorrow's lessons, if today's are claimed. */
  tomorrow: z.array(LessonOnPath),
  units: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      line: z.string(),
      knownPercent: Whole.nullable(),
      due: Whole,
      finishedOn: Day.nullable(),
      /** Null when a pass would claim no lesson. */
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
  /** Wrong answers allowed. A lesson without any right answer fails the attempt, too. */
  wrongAllowed: Whole,
  auraReward: Whole,
  question: Question.extend({ lessonId: z.string(), lessonTitle: z.string() }).nullable(),
  /** End of the day the attempt belongs to. */
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
    withoutKey: 'moves no value',
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
      right: Response,
      lessonTitle: z.string(),
      /** Number of the paragraph that explains the question, from 1. */
      paragraph: Whole,
      outcome: z.enum(['open', 'passed', 'failed']),
      /** Set when this answer claimed lessons. */
      counted: z.object({ auraEarned: Whole, newStreak: Whole, lessons: Whole }).nullable(),
      placement: Placement,
    }),
    errors: ['PLACEMENT_NOT_AVAILABLE', 'PLACEMENT_RESTS', 'QUESTION_CHANGED', 'BATTLE_ROUNDS_RUNNING'],
  }),
}
