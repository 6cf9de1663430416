import { z } from 'zod'
import { call } from '../contract/call.ts'
import { levelFields } from '../parts.ts'
import { Moment, Whole } from '../shapes.ts'
import { Difficulty } from './lessons/lesson.ts'

const Day = z.iso.date()

const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Not a month')

/** A broken streak that can be won back. */
export const WinBack = z.object({
  /** Its length. */
  days: Whole,
  /** The last day on which it can be won back. */
  until: Day,
  /** The streak that winning it back today leads to. */
  daysAfter: Whole,
})
export type WinBack = z.output<typeof WinBack>

export const StreakCalendar = z.object({
  today: Day,
  month: Month,
  firstDay: Day.nullable(),
  currentStreak: Whole,
  longestStreak: Whole,
  /** The latest streak while none is running: its length and the missed day that ended it. */
  ended: z.object({ days: Whole, on: Day }).nullable(),
  winBack: WinBack.nullable(),
  /** Rest days kept, of at most `mostKept`; days that count towards the next, of `earnedBy`. */
  rest: z.object({ kept: Whole, mostKept: Whole, progress: Whole, earnedBy: Whole }),
  /** Lessons only; reviews are not counted. */
  lessonsFinished: Whole,
  auraInMonth: Whole,
  /** Whole weeks around the month, Monday to Sunday. */
  days: z.array(
    z.object({
      day: Day,
      /**
       * In the current streak, an earlier one, rested, won back, the day that broke one, skipped by a zone change, or
       * none.
       */
      state: z.enum(['streak', 'earlier', 'rested', 'won-back', 'missed', 'skipped', 'empty']),
      streakDay: Whole.nullable(),
      lessons: z.array(
        z.object({
          id: z.string(),
          /** Null for a lesson that is not offered. */
          title: z.string().nullable(),
          difficulty: Difficulty.nullable(),
          review: z.boolean(),
          /** Whether it won a broken streak back. */
          wonBack: z.boolean(),
          auraEarned: Whole,
          at: Moment,
          timeZone: z.string(),
        }),
      ),
    }),
  ),
})
export type StreakCalendar = z.output<typeof StreakCalendar>

export const streakCalls = {
  'GET /api/streak': call({
    summary: 'Get a month of the user’s days and what they paid',
    access: 'user',
    rate: 'read',
    query: z.object({ month: Month.optional() }),
    answer: StreakCalendar,
  }),
  'GET /api/aura-levels': call({
    summary: 'List the streak levels',
    access: 'public',
    rate: 'read',
    answer: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        minDays: Whole,
        maxDays: Whole.nullable(),
        minPoints: Whole,
        minAuraPoints: Whole,
        maxPoints: Whole.nullable(),
        color: z.string(),
        ...levelFields,
      }),
    ),
  }),
  'POST /api/user/time-zone': call({
    summary: 'Change the time zone that the user’s day follows',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({ timeZone: z.string().min(1).max(64) }),
    answer: z.object({ timeZone: z.string(), dayEndsAt: Moment }),
    errors: ['TIME_ZONE_CHANGED_RECENTLY'],
  }),
}
