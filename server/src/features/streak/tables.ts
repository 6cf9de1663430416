import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import { boolean, date, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

export const learners = pgTable('learners', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  timeZone: text('time_zone').notNull(),
  timeZoneChangedAt: timestamp('time_zone_changed_at', { withTimezone: true }),
  dayFloor: date('day_floor', { mode: 'string' }),
  /** Length of the run that ended on `lastDay`; whether it is live depends on today. */
  streakDays: integer('streak_days').notNull().default(0),
  lastDay: date('last_day', { mode: 'string' }),
  /** Days since `lastDay` that a change of time zone cut short or skipped. */
  excusedDays: date('excused_days', { mode: 'string' }).array().notNull().default([]),
  /** Rest days kept at the last claim; days missed since then use them. */
  restDays: integer('rest_days').notNull().default(0),
  /** Days that count towards the next rest day, and the latest of them. */
  restProgress: integer('rest_progress').notNull().default(0),
  restCountedOn: date('rest_counted_on', { mode: 'string' }),
  offeredOn: date('offered_on', { mode: 'string' }),
  offeredLessons: text('offered_lessons').array().notNull().default([]),
})

/** Time zone changes, which are needed to compute a streak as of any moment. */
export const timeZoneChanges = pgTable(
  'time_zone_changes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    fromZone: text('from_zone').notNull(),
    toZone: text('to_zone').notNull(),
    dayBefore: date('day_before', { mode: 'string' }).notNull(),
    dayAfter: date('day_after', { mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.changedAt] })],
)

export const lessonCompletions = pgTable(
  'lesson_completions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    lessonId: text('lesson_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    completedAt: timestamp('completed_at', { withTimezone: true }).notNull(),
    isReview: boolean('is_review').notNull(),
    auraEarned: integer('aura_earned').notNull(),
    /** Streak after the claim; 0 if another account was paid for the lesson: done, but no day of this one. */
    streakAfter: integer('streak_after').notNull(),
    restDaysAfter: integer('rest_days_after').notNull().default(0),
    /** Missed days since the previous claim that rest days covered. */
    restedDays: date('rested_days', { mode: 'string' }).array().notNull().default([]),
    /** Difficulty of a lesson learned here; null for reviews, and for lessons kept from a deleted account. */
    difficulty: text().$type<Difficulty>(),
    /** The missed day that broke the streak which this completion won back. */
    brokeOn: date('broke_on', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lessonId, table.day] }),
    unique('lesson_completions_won_back_once').on(table.userId, table.brokeOn),
    index('lesson_completions_by_time').on(table.userId, table.completedAt),
  ],
)

export const streakPersonal = [
  personal(learners, {
    columns: {
      // The row is reset, because queries that list users join it.
      userId: kept('day_and_streak'),
    },
    download: {
      day_and_streak: `select time_zone, time_zone_changed_at, day_floor, streak_days, last_day, excused_days,
                          rest_days, rest_progress, rest_counted_on, offered_on, offered_lessons from learners where user_id = $1`,
    },
  }),
  personal(timeZoneChanges, {
    columns: { userId: deleted('time_zone_changes') },
    download: {
      time_zone_changes: `select changed_at, from_zone, to_zone, day_before, day_after from time_zone_changes
                      where user_id = $1 order by changed_at`,
    },
  }),
  personal(lessonCompletions, {
    columns: { userId: deleted('lessons') },
    download: {
      lessons: `select lesson_id, day, completed_at, is_review, aura_earned, streak_after, rest_days_after, rested_days,
                       difficulty, broke_on
            from lesson_completions where user_id = $1 order by completed_at`,
    },
  }),
]

export const streakRetention = [
  bounded(learners, 'one row for each user'),
  keptForever(timeZoneChanges, 'streaks of any day follow from them, one row a week at the most'),
  keptForever(lessonCompletions, 'a lesson pays once, and streaks and leagues follow from them'),
]

declare module '#platform/db/sql' {
  interface Tables {
    learners: typeof learners.$inferSelect
    time_zone_changes: typeof timeZoneChanges.$inferSelect
    lesson_completions: typeof lessonCompletions.$inferSelect
    streaks: Pick<
      typeof learners.$inferSelect,
      'userId' | 'timeZone' | 'dayFloor' | 'streakDays' | 'lastDay' | 'excusedDays' | 'restDays'
    >
  }
}
