import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Whole } from '../shapes.ts'

export const recapNotifications = ['recap'] as const

const Day = z.iso.date()

const RecapFigure = z.object({
  /** Formatted for display: '9', '1,200'. */
  number: z.string(),
  /** Label of the counted thing, such as “days lit”. */
  words: z.string(),
  note: z.string().nullable(),
  path: z.string().nullable(),
})
export type RecapFigure = z.output<typeof RecapFigure>

const Recap = z.object({
  /** Monday and Sunday of the week, by the person's own calendar. */
  week: Day,
  until: Day,
  /** Mondays of the neighbouring weeks that have a recap. */
  previous: Day.nullable(),
  next: Day.nullable(),
  /** The seven days. `held`: no lesson, but a rest day or a change of time zone kept the streak. */
  days: z.array(z.object({ day: Day, state: z.enum(['lit', 'held', 'dark']) })),
  streak: Whole,
  figures: z.array(RecapFigure),
  best: z.object({ title: z.string(), detail: z.string(), path: z.string().nullable() }).nullable(),
})
export type Recap = z.output<typeof Recap>

export const recapCalls = {
  'GET /api/recap': call({
    summary: 'Get the recap of the user’s latest whole week',
    access: 'user',
    rate: 'read',
    answer: z.object({
      /** Null in the week in which they joined. */
      recap: Recap.nullable(),
      nextOn: Day,
      /** Whether it came within the last `RECAP_RULES.days` days. */
      isNew: z.boolean(),
    }),
  }),
  'GET /api/recap/:week': call({
    summary: 'Get the recap of one of the user’s weeks, by the date of its Monday',
    access: 'user',
    rate: 'read',
    params: z.object({ week: Day }),
    answer: Recap,
    errors: ['RECAP_NOT_FOUND'],
  }),
}
