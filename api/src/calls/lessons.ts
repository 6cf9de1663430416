import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Whole } from '../shapes.ts'
import { changeCalls } from './lessons/changes.ts'
import { figureCalls } from './lessons/figures.ts'
import { labCalls } from './lessons/lab.ts'
import { GlossaryTerm, Lesson, LessonCheck, LessonId, LessonParams, PublicLesson, Response } from './lessons/lesson.ts'
import { pathCalls } from './lessons/path.ts'
import { reviewCalls } from './lessons/review.ts'
import { trialCalls } from './lessons/trial.ts'

export const lessonsCalls = {
  'GET /api/lessons/daily': call({
    summary: 'List today’s lessons',
    access: 'user',
    rate: 'read',
    answer: z.array(Lesson),
  }),
  'GET /api/lessons/:id/status': call({
    summary: 'Get the user’s progress in a lesson',
    access: 'user',
    rate: 'read',
    params: LessonParams,
    answer: z.object({
      completed: z.boolean(),
      auraEarned: Whole,
      quizPassed: z.boolean(),
    }),
    errors: ['LESSON_NOT_FOUND'],
  }),
  'POST /api/lessons/:id/quiz': call({
    summary: 'Answer a lesson’s knowledge check',
    access: 'user',
    rate: 'write',
    params: LessonParams,
    idempotent: true,
    body: z.object({
      answer: Response,
      /** Defaults to the current question. */
      questionId: z.string().max(40).optional(),
      /** Day of the check shown: the order of a question's options differs by day. */
      day: z.iso.date().optional(),
    }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      /** The right response; null if the check was passed before. */
      right: Response.nullable(),
      message: z.string(),
      retryAfterMs: Whole,
      passed: z.boolean(),
      /** Number of the paragraph that explains the question, from 1. */
      paragraph: Whole,
      check: LessonCheck,
    }),
    errors: [
      'LESSON_NOT_FOUND',
      'LESSON_NOT_AVAILABLE',
      'QUIZ_RETRY_TOO_SOON',
      'CHECK_RESTS',
      'QUESTION_CHANGED',
      'BATTLE_ROUNDS_RUNNING',
    ],
  }),
  'POST /api/lessons/complete': call({
    summary: 'Claim a lesson',
    access: 'user',
    rate: 'write',
    idempotent: true,
    body: z.object({
      lessonId: LessonId,
      /** Accepted and ignored: older clients send it. */
      tweetUrl: z.string().max(500).optional(),
    }),
    answer: z.object({
      auraEarned: Whole,
      newStreak: Whole,
      /** True if an earlier claim paid `auraEarned`, and this one paid nothing. */
      alreadyPaid: z.boolean(),
    }),
    errors: ['LESSON_NOT_FOUND', 'LESSON_NOT_AVAILABLE', 'QUIZ_NOT_PASSED', 'LAB_NOT_DONE'],
  }),
  'GET /api/lessons/catalogue': call({
    summary: 'List all lessons in the order of the path',
    access: 'public',
    rate: 'read',
    answer: z.array(
      PublicLesson.pick({ id: true, title: true, difficulty: true, estimatedReadTime: true }).extend({
        hook: z.string(),
      }),
    ),
  }),
  'GET /api/lessons/catalogue/:id': call({
    summary: 'Read a lesson',
    access: 'public',
    rate: 'read',
    params: LessonParams,
    answer: PublicLesson,
    errors: ['LESSON_NOT_FOUND'],
  }),
  'GET /api/glossary': call({
    summary: 'List the terms of the glossary',
    access: 'public',
    rate: 'read',
    answer: z.array(GlossaryTerm),
  }),
  ...pathCalls,
  ...reviewCalls,
  ...trialCalls,
  ...labCalls,
  ...figureCalls,
  ...changeCalls,
}
