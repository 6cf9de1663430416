import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Streaks of two people, requested or kept. They end when their row is deleted. */
export const friendStreaks = pgTable(
  'friend_streaks',
  {
    /** The person with the smaller id. */
    firstId: uuid('first_id')
      .notNull()
      .references(() => users.id),
    secondId: uuid('second_id')
      .notNull()
      .references(() => users.id),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    /** First day that counts; null until the other person accepts. */
    startDay: date('start_day', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index('friend_streaks_of_second').on(table.secondId),
    index('friend_streaks_by_asker').on(table.askedBy),
    check('friend_streaks_pair', sql`${table.firstId} < ${table.secondId}`),
    check('friend_streaks_asked_by', sql`${table.askedBy} in (${table.firstId}, ${table.secondId})`),
  ],
)

export const friendStreaksPersonal = [
  personal(friendStreaks, {
    columns: {
      firstId: deleted('friend_streaks'),
      secondId: deleted('friend_streaks'),
      askedBy: deleted('friend_streaks'),
    },
    privacy:
      'The streaks you keep with friends, which both profiles show unless one of you hides their followers. They are deleted with your account.',
    download: {
      friend_streaks: `select first_id, second_id, asked_by, asked_at, start_day from friend_streaks
                       where $1 in (first_id, second_id) order by asked_at`,
    },
  }),
]

export const friendStreaksRetention = [bounded(friendStreaks, 'one row for each pair of people')]

declare module '#platform/db/sql' {
  interface Tables {
    friend_streaks: typeof friendStreaks.$inferSelect
  }
}
