import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { LESSON_RULES } from '../../rules/lessons.ts'
import { LessonParams } from './lesson.ts'

export const Lab = z.object({
  kind: z.string(),
  parameters: z.record(z.string(), z.int()),
  /** 32 bytes in hexadecimal, constant for a learner and attempt. */
  seed: z.string(),
  done: z.boolean(),
})
export type Lab = z.output<typeof Lab>

/** Upper bound in characters; each lab has lower limits of its own. */
const MAX_TRANSCRIPT_LENGTH = 16_384

/** JSON of the kind, its version, the seed and the actions. The server replays it. */
export const Transcript = z.string().max(MAX_TRANSCRIPT_LENGTH, 'Too long for a lab')

/** Number of a learner's try, whose seed differs from that of the others. */
const Attempt = z
  .int()
  .min(0)
  .max(LESSON_RULES.labAttempts - 1)

export const labCalls = {
  'GET /api/lessons/:id/lab': call({
    summary: 'Get my lab of a lesson',
    access: 'user',
    rate: 'read',
    params: LessonParams,
    query: z.object({ attempt: z.coerce.number().pipe(Attempt).default(0) }),
    answer: Lab,
    errors: ['LESSON_NOT_FOUND', 'LAB_NOT_FOUND', 'LESSON_NOT_AVAILABLE'],
  }),
  'POST /api/lessons/:id/lab': call({
    summary: 'Submit what I did in a lab',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: LessonParams,
    body: z.object({
      attempt: Attempt.default(0),
      transcript: Transcript,
    }),
    answer: z.object({
      /** True once any run has solved the lab. */
      done: z.boolean(),
      outcome: z.enum(['solved', 'trapped', 'open']),
      /** The trap the learner fell into. */
      trap: z.string().nullable(),
    }),
    errors: ['LESSON_NOT_FOUND', 'LAB_NOT_FOUND', 'LESSON_NOT_AVAILABLE', 'LAB_REFUSED', 'LAB_BUSY'],
  }),
}
