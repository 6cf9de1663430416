import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Whole } from '../shapes.ts'

/** The week is over. */
export const recapNotifications = ['recap'] as const

/** A calendar day, 'YYYY-MM-DD'. */
const Day = z.iso.date()

const RecapFigure = z.object({
  /** Short, for people: '9', '1,200'. */
  number: z.string(),
  /** The thing counted, such as “days lit”. */
  words: z.string(),
  note: z.string().nullable(),
  /** The page that explains it. */
  path: z.string().nullable(),
})
export type RecapFigure = z.output<typeof RecapFigure>

const Recap = z.object({
  /** Its Monday and its Sunday, as the person's own days. */
  week: Day,
  until: Day,
  /** The Mondays of the weeks beside it that have a recap. */
  previous: Day.nullable(),
  next: Day.nullable(),
  /** The seven days. `held`: without a lesson, but a rest day or a change of time zone kept the streak. */
  days: z.array(z.object({ day: Day, state: z.enum(['lit', 'held', 'dark']) })),
  /** At the end of the week, in days. */
  streak: Whole,
  /** None if nothing happened. */
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
      /** The Monday on which the next one comes. */
      nextOn: Day,
      /** Whether it came within the last days (`RECAP_RULES.days`). */
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
