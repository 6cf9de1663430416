import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { Whole } from '../../shapes.ts'
import { Difficulty } from './lesson.ts'

/** First lesson of the path, short enough for a visitor to read in half a minute. Excludes the answer. */
export const TrialLesson = z.object({
  id: z.string(),
  title: z.string(),
  /** First paragraphs of the lesson, separated by blank lines. */
  opening: z.string(),
  difficulty: Difficulty,
  auraReward: Whole,
  keyTakeaways: z.array(z.string()),
  quizQuestion: z.string(),
  quizOptions: z.array(z.string()),
})
export type TrialLesson = z.output<typeof TrialLesson>

export const trialCalls = {
  'GET /api/lessons/trial': call({
    summary: 'Get the trial lesson',
    access: 'public',
    rate: 'read',
    answer: TrialLesson,
    errors: ['LESSON_NOT_FOUND'],
  }),
  'POST /api/lessons/trial/quiz': call({
    summary: 'Answer the trial lesson’s check',
    access: 'public',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({ answer: z.int().min(0).max(9) }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      /** Time until the next answer is accepted; 0 if accepted now. */
      retryAfterMs: Whole,
    }),
    errors: ['LESSON_NOT_FOUND', 'QUIZ_RETRY_TOO_SOON'],
  }),
  'POST /api/lessons/trial/keep': call({
    summary: 'Claim the trial lesson passed before joining',
    access: 'user',
    rate: 'write',
    idempotent: true,
    answer: z.object({
      /** `claimed`: now. `today`: earlier today. `earlier`: on an earlier day. Only `claimed` pays. */
      outcome: z.enum(['claimed', 'today', 'earlier']),
      title: z.string(),
      auraEarned: Whole,
      newStreak: Whole,
    }),
    errors: ['LESSON_NOT_FOUND', 'QUIZ_NOT_PASSED'],
  }),
}
