import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import {
  boolean,
  date,
  doublePrecision,
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

export const lessonQuizzes = pgTable(
  'lesson_quizzes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    lessonId: text('lesson_id').notNull(),
    passedAt: timestamp('passed_at', { withTimezone: true }),
    lastWrongAt: timestamp('last_wrong_at', { withTimezone: true }),
    /** Day of the two counts. */
    attemptDay: date('attempt_day', { mode: 'string' }),
    rightAnswers: integer('right_answers').notNull().default(0),
    wrongAnswers: integer('wrong_answers').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lessonId] })],
)

/** Solved labs. The seed follows from the keys, and transcripts are not stored. */
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

/** Every question a user has answered, and when it returns. */
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
    /** Whether the first answer ever was right; null for one given before it was recorded. */
    firstRight: boolean('first_right'),
    /** Options as the content numbers them, or a number. */
    firstResponse: text('first_response'),
    /** When it was first known; forgetting it changes nothing. */
    knownAt: timestamp('known_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lessonId, table.questionId] })],
)

/** Attempts to pass a whole unit at once, at most one a day per unit. */
export const placements = pgTable(
  'placements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    unitId: text('unit_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Questions as `lesson/question`, in the order asked. */
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
    /** Number from 1, since a failed review may be repeated; 0 is the day's one for a broken streak, -1 the month's of what changed. */
    number: integer().notNull(),
    /** Questions as `lesson/question`, in the order asked. */
    questions: text().array().notNull(),
    rightAnswers: integer('right_answers').notNull().default(0),
    wrongAnswers: integer('wrong_answers').notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.number] })],
)

/** The learning of deleted accounts, for accounts that continue them. */
export const keptLearning = pgTable('kept_learning', {
  userId: uuid('user_id').primaryKey(),
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
  /** Placements of the latest day that has any. */
  placements: jsonb().notNull().default([]),
  cards: jsonb().notNull().default([]),
  labs: jsonb().notNull().default([]),
})

export const lessonsPersonal = [
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
  personal(keptLearning, { columns: { userId: kept('quizzes') } }),
]

export const lessonsRetention = [
  bounded(lessonQuizzes, 'one row for each user and lesson'),
  bounded(lessonLabs, 'one row for each user and lesson'),
  bounded(reviewCards, 'one row for each user and question'),
  keptForever(placements, 'what somebody knew and when, one row a day and unit at the most'),
  keptForever(reviews, 'what somebody knew and when, a few rows a day at the most'),
  bounded(keptLearning, 'one row for each deleted account; a person who returns is paid once for each lesson'),
]

declare module '#platform/db/sql' {
  interface Tables {
    lesson_quizzes: typeof lessonQuizzes.$inferSelect
    lesson_labs: typeof lessonLabs.$inferSelect
    kept_learning: typeof keptLearning.$inferSelect
    review_cards: typeof reviewCards.$inferSelect
    reviews: typeof reviews.$inferSelect
    placements: typeof placements.$inferSelect
    learning_moments: { userId: string; at: Date; what: Difficulty | 'card' | 'review' }
  }
}
