import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Private calendar addresses. The token is stored as it is, since Settings shows it and it reveals less than its row. */
export const calendarAddresses = pgTable('calendar_addresses', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  token: text().notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const calendarPersonal = [
  personal(calendarAddresses, {
    columns: { userId: deleted('calendar_address') },
    privacy:
      'The private address of your calendar, if you made one. Anyone who has it can read that calendar. You can remove it in Settings; it is deleted with your account.',
    download: { calendar_address: 'select created_at from calendar_addresses where user_id = $1' },
  }),
]

export const calendarRetention = [bounded(calendarAddresses, 'one row for each user')]

declare module '#platform/db/sql' {
  interface Tables {
    calendar_addresses: typeof calendarAddresses.$inferSelect
  }
}
