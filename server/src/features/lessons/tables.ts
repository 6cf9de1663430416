import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import {
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const learners = pgTable('learners', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  timeZone: text('time_zone').notNull(),
  timeZoneChangedAt: timestamp('time_zone_changed_at', { withTimezone: true }),
  dayFloor: date('day_floor', { mode: 'string' }),
  /** Of the run that ended on `lastDay`; whether it is live depends on today. */
  streakDays: integer('streak_days').notNull().default(0),
  lastDay: date('last_day', { mode: 'string' }),
  /** Days since `lastDay` that a change of time zone cut short or skipped. */
  excusedDays: date('excused_days', { mode: 'string' }).array().notNull().default([]),
  /** Kept at the last claim; days missed since then use them. */
  restDays: integer('rest_days').notNull().default(0),
  /** Days that count towards the next rest day, and the latest of them. */
  restProgress: integer('rest_progress').notNull().default(0),
  restCountedOn: date('rest_counted_on', { mode: 'string' }),
  offeredOn: date('offered_on', { mode: 'string' }),
  offeredLessons: text('offered_lessons').array().notNull().default([]),
})

/** Needed to compute a streak as of any moment. */
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

export const lessonQuizzes = pgTable(
  'lesson_quizzes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    lessonId: text('lesson_id').notNull(),
    passedAt: timestamp('passed_at', { withTimezone: true }),
    lastWrongAt: timestamp('last_wrong_at', { withTimezone: true }),
    /** The day that the two counts are of. */
    attemptDay: date('attempt_day', { mode: 'string' }),
    rightAnswers: integer('right_answers').notNull().default(0),
    wrongAnswers: integer('wrong_answers').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lessonId] })],
)

/** Labs solved. The seed follows from the keys, and transcripts are not kept. */
export const lessonLabs = pgTable(
  'lesson_labs',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    lessonId: text('lesson_id').notNull(),
    doneAt: timestamp('done_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lessonId] })],
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
    /** 0 where another account was paid the lesson: it counts as done, but lit no day of this one. */
    streakAfter: integer('streak_after').notNull(),
    restDaysAfter: integer('rest_days_after').notNull().default(0),
    /** Days missed since the claim before that rest days covered. */
    restedDays: date('rested_days', { mode: 'string' }).array().notNull().default([]),
    /** Of a lesson learned here: null for reviews, and for lessons kept from a deleted account. */
    difficulty: text().$type<Difficulty>(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lessonId, table.day] }),
    index('lesson_completions_by_time').on(table.userId, table.completedAt),
  ],
)

/** Each question a user has answered, and when it comes back. */
export const reviewCards = pgTable(
  'review_cards',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    lessonId: text('lesson_id').notNull(),
    questionId: text('question_id').notNull(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    stability: doublePrecision().notNull(),
    difficulty: doublePrecision().notNull(),
    scheduledDays: integer('scheduled_days').notNull(),
    reps: integer().notNull(),
    lapses: integer().notNull(),
    state: integer().notNull(),
    reviewedAt: timestamp('reviewed_at', { withTimezone: true }).notNull(),
    /** Of the first answer ever; null for those given before it was recorded. */
    firstRight: boolean('first_right'),
    /** Options as the content numbers them, or a number. */
    firstResponse: text('first_response'),
    /** When it was first known; forgetting it changes nothing. */
    knownAt: timestamp('known_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lessonId, table.questionId] })],
)

/** Attempts to pass a whole unit at once; at most one a day for each unit. */
export const placements = pgTable(
  'placements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    unitId: text('unit_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** As `lesson/question`, in the order asked. */
    questions: text().array().notNull(),
    rightQuestions: text('right_questions').array().notNull().default([]),
    wrongQuestions: text('wrong_questions').array().notNull().default([]),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.unitId] })],
)

export const reviews = pgTable(
  'reviews',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    /** From 1: a review that failed may be tried again. */
    number: integer().notNull(),
    /** As `lesson/question`, in the order asked. */
    questions: text().array().notNull(),
    rightAnswers: integer('right_answers').notNull().default(0),
    wrongAnswers: integer('wrong_answers').notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.number] })],
)

/** The learning of deleted accounts, by keyed hashes of wallets and X accounts, for when they return. */
export const keptLearning = pgTable('kept_learning', {
  identityHash: bytea('identity_hash').primaryKey(),
  keyId: text('key_id').notNull(),
  keptAt: timestamp('kept_at', { withTimezone: true }).notNull(),
  timeZone: text('time_zone').notNull(),
  timeZoneChangedAt: timestamp('time_zone_changed_at', { withTimezone: true }),
  dayFloor: date('day_floor', { mode: 'string' }),
  streakDays: integer('streak_days').notNull(),
  lastDay: date('last_day', { mode: 'string' }),
  excusedDays: date('excused_days', { mode: 'string' }).array().notNull(),
  restDays: integer('rest_days').notNull().default(0),
  restProgress: integer('rest_progress').notNull().default(0),
  restCountedOn: date('rest_counted_on', { mode: 'string' }),
  completions: jsonb().notNull(),
  quizzes: jsonb().notNull(),
  zoneChanges: jsonb('zone_changes').notNull(),
  /** Of the latest day that has any. */
  placements: jsonb().notNull().default([]),
})

export const lessonsPersonal = [
  personal(learners, {
    columns: {
      // Reset: queries that list users join the row.
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
  personal(lessonQuizzes, {
    columns: { userId: deleted('quizzes') },
    download: {
      quizzes: `select lesson_id, passed_at, last_wrong_at, attempt_day, right_answers, wrong_answers
                from lesson_quizzes where user_id = $1 order by lesson_id`,
    },
  }),
  personal(lessonLabs, {
    columns: { userId: deleted('labs') },
    download: { labs: 'select lesson_id, done_at from lesson_labs where user_id = $1 order by lesson_id' },
  }),
  personal(lessonCompletions, {
    columns: { userId: deleted('lessons') },
    download: {
      lessons: `select lesson_id, day, completed_at, is_review, aura_earned, streak_after, rest_days_after, rested_days,
                       difficulty
            from lesson_completions where user_id = $1 order by completed_at`,
    },
  }),
  personal(reviewCards, {
    columns: { userId: deleted('review_cards') },
    download: {
      review_cards: `select lesson_id, question_id, due_at, stability, difficulty, scheduled_days, reps, lapses, state,
                            reviewed_at, first_right, first_response, known_at from review_cards
                     where user_id = $1 order by lesson_id, question_id`,
    },
  }),
  personal(reviews, {
    columns: { userId: deleted('reviews') },
    download: {
      reviews: `select day, number, questions, right_answers, wrong_answers, started_at, finished_at from reviews
                where user_id = $1 order by day, number`,
    },
  }),
  personal(placements, {
    columns: { userId: deleted('placements') },
    download: {
      placements: `select day, unit_id, questions, right_questions, wrong_questions, started_at, finished_at
                   from placements where user_id = $1 order by day, unit_id`,
    },
  }),
]

export const lessonsRetention = [
  bounded(learners, 'one row for each user'),
  keptForever(timeZoneChanges, 'streaks of any day follow from them, one row a week at the most'),
  bounded(lessonQuizzes, 'one row for each user and lesson'),
  bounded(lessonLabs, 'one row for each user and lesson'),
  keptForever(lessonCompletions, 'a lesson pays once, and streaks and leagues follow from them'),
  bounded(reviewCards, 'one row for each user and question'),
  keptForever(placements, 'what somebody knew and when, one row a day and unit at the most'),
  keptForever(reviews, 'what somebody knew and when, a few rows a day at the most'),
  keptForever(keptLearning, 'whoever comes back is paid once for each lesson'),
]

declare module '#platform/db/sql' {
  interface Tables {
    learners: typeof learners.$inferSelect
    time_zone_changes: typeof timeZoneChanges.$inferSelect
    lesson_quizzes: typeof lessonQuizzes.$inferSelect
    lesson_completions: typeof lessonCompletions.$inferSelect
    lesson_labs: typeof lessonLabs.$inferSelect
    kept_learning: typeof keptLearning.$inferSelect
    review_cards: typeof reviewCards.$inferSelect
    reviews: typeof reviews.$inferSelect
    placements: typeof placements.$inferSelect
    streaks: Pick<
      typeof learners.$inferSelect,
      'userId' | 'timeZone' | 'dayFloor' | 'streakDays' | 'lastDay' | 'excusedDays' | 'restDays'
    >
    learning_moments: { userId: string; at: Date; what: Difficulty | 'card' | 'review' }
  }
}
