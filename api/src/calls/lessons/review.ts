import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { Moment, Whole } from '../../shapes.ts'
import { WinBack } from '../streak.ts'
import { Month } from './changes.ts'
import { Lab, Transcript } from './lab.ts'
import { LessonId, Question, Response } from './lesson.ts'

/**
 * `day`: the daily review. `streak`: the longer one that wins a broken streak back. `changes`: the questions that end
 * “What changed” of a month.
 */
const ReviewQuery = z.object({
  for: z.enum(['day', 'streak', 'changes']).default('day'),
  /** Of `changes`. */
  month: Month.optional(),
})
export type ReviewQuery = z.output<typeof ReviewQuery>

export const Review = z.object({
  /** `none`: nothing is due and lessons are left, or the last attempt failed for want of questions, with `progress`. */
  state: z.enum(['none', 'ready', 'open', 'done']),
  /** Mean probability of answering a past question correctly today; null before the first. */
  knownPercent: Whole.nullable(),
  /** Due questions that today's review asks, or has left to ask. */
  due: Whole,
  /** AP paid on finishing; 0 once paid today. */
  auraReward: Whole,
  progress: z.object({ questions: Whole, rightAnswers: Whole, wrongAnswers: Whole, rightNeeded: Whole }).nullable(),
  question: Question.extend({ lessonId: z.string(), lessonTitle: z.string() }).nullable(),
  /** The lab that the review ends with, until it is solved, failed or put off. */
  lab: z
    .object({
      lessonId: z.string(),
      lessonTitle: z.string(),
      /** The lab itself once every question before it is answered. */
      run: Lab.omit({ done: true }).nullable(),
    })
    .nullable(),
  /** What a review for the streak wins back; null for a daily one, and if there is none. */
  winsBack: WinBack.nullable(),
  availableUntil: Moment,
  serverTime: Moment,
})
export type Review = z.output<typeof Review>

const graded = {
  outcome: z.enum(['open', 'passed', 'failed']),
  /** Set when this answer counted the day. */
  counted: z.object({ auraEarned: Whole, newStreak: Whole }).nullable(),
  review: Review,
}

export const reviewCalls = {
  'GET /api/review': call({
    summary: 'My review of today and what I still know',
    access: 'user',
    rate: 'read',
    query: ReviewQuery,
    answer: Review,
  }),
  'POST /api/review/start': call({
    summary: 'Draw the questions of a review',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    query: ReviewQuery,
    answer: Review,
    errors: ['REVIEW_NOT_AVAILABLE'],
  }),
  'POST /api/review/answer': call({
    summary: 'Answer a question of my review',
    access: 'user',
    rate: 'write',
    idempotent: true,
    query: ReviewQuery,
    body: z.object({
      /** Missing in open tabs of earlier versions. */
      lessonId: LessonId.optional(),
      questionId: z.string().max(40),
      answer: Response,
    }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      right: Response,
      lessonTitle: z.string(),
      /** Number of the paragraph that explains the question, from 1. */
      paragraph: Whole,
      ...graded,
    }),
    errors: ['REVIEW_NOT_AVAILABLE', 'QUESTION_CHANGED', 'BATTLE_ROUNDS_RUNNING'],
  }),
  'POST /api/review/lab': call({
    summary: 'Hand in a run of the lab in my review',
    access: 'user',
    rate: 'write',
    idempotent: true,
    body: z.object({ transcript: Transcript }),
    answer: z.object({
      solved: z.boolean(),
      /** The trap the learner fell into. */
      trap: z.string().nullable(),
      ...graded,
    }),
    errors: ['REVIEW_NOT_AVAILABLE', 'QUESTION_CHANGED', 'LAB_REFUSED', 'LAB_BUSY'],
  }),
  'POST /api/review/lab/postpone': call({
    summary: 'Answer a question in place of the lab in my review',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: Review,
    errors: ['REVIEW_NOT_AVAILABLE'],
  }),
}
