import { REMINDER_RULES } from '@aura/api/rules/reminders'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const { firstHour, lastHour } = REMINDER_RULES

/** Reminders, a row per learner; triggers keep it in step with the learner's zone and lessons. */
export const reminders = pgTable(
  'reminders',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    timeZone: text('time_zone').notNull(),
    chosenHour: smallint('chosen_hour'),
    usualHour: smallint('usual_hour'),
    /** Whether lessons or the zone changed since `usualHour` was computed. */
    isStale: boolean('is_stale').notNull().default(false),
  },
  (table) => [
    index('reminders_by_hour').on(table.timeZone, sql`coalesce(${table.chosenHour}, ${table.usualHour})`, table.userId),
    index('reminders_by_zone').on(table.timeZone, table.userId),
    index('reminders_stale').on(table.userId).where(sql`${table.isStale}`),
    check(
      'reminders_hours',
      sql.raw(`chosen_hour between ${firstHour} and ${lastHour} and usual_hour between ${firstHour} and ${lastHour}`),
    ),
  ],
)

/** The next round of reminders in each inhabited time zone; it has no day until it is planned. */
export const reminderRounds = pgTable(
  'reminder_rounds',
  {
    timeZone: text('time_zone').primaryKey(),
    day: date({ mode: 'string' }),
    step: smallint().notNull().default(0),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** People up to this id have been considered. */
    doneUpTo: uuid('done_up_to'),
  },
  (table) => [index('reminder_rounds_due').on(table.dueAt)],
)

export const remindersPersonal = [
  personal(reminders, {
    columns: { userId: deleted('reminder_hours') },
    privacy: 'The hour at which you usually learn, or the one you chose for reminders. It goes with your account.',
    download: {
      reminder_hours: 'select time_zone, chosen_hour, usual_hour from reminders where user_id = $1',
    },
  }),
  personal(reminderRounds, { columns: { doneUpTo: 'other' } }),
]

export const remindersRetention = [
  bounded(reminders, 'one row for each learner'),
  bounded(reminderRounds, 'one row for each time zone'),
]

declare module '#platform/db/sql' {
  interface Tables {
    reminders: typeof reminders.$inferSelect
    reminder_rounds: typeof reminderRounds.$inferSelect
  }
}
