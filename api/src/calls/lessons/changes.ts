import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { Whole } from '../../shapes.ts'

export const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Not a month')

const MonthOfChanges = z.object({
  month: Month,
  /** Whether it is the latest month, concerns the reader and isn't read. */
  isOffered: z.boolean(),
  /** Whether its questions were answered. */
  isRead: z.boolean(),
  /** Those of claimed lessons first. */
  changes: z
    .array(
      z.object({
        lessonId: z.string(),
        lessonTitle: z.string(),
        isClaimed: z.boolean(),
        on: z.iso.date(),
        was: z.string(),
        now: z.string(),
        /** Number of the paragraph that says it now, from 1. */
        paragraph: Whole,
        source: z.object({ title: z.string(), url: z.string() }),
      }),
    )
    .min(1),
})
export type MonthOfChanges = z.output<typeof MonthOfChanges>

export const changeCalls = {
  'GET /api/lessons/changes': call({
    summary: 'List what changed in the lessons, by month that is over',
    access: 'user',
    rate: 'read',
    answer: z.array(MonthOfChanges),
  }),
}
