import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Who stands by whom. Taking a place again replaces the pair's ended row under the same id. */
export const places = pgTable(
  'places',
  {
    id: uuid().primaryKey(),
    giverId: uuid('giver_id')
      .notNull()
      .references(() => users.id),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => users.id),
    /** A public line of the giver; null for none. */
    line: text(),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
    /** When the giver took it back or either blocked the other; null while it is open. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('places_open').on(table.giverId, table.receiverId).where(sql`${table.endedAt} is null`),
    index('places_of_giver').on(table.giverId),
    index('places_of_receiver').on(table.receiverId),
    check('places_another', sql`${table.giverId} <> ${table.receiverId}`),
    check('places_line', sql`length(${table.line}) between 1 and 80`),
    check('places_ended', sql`${table.endedAt} >= ${table.placedAt}`),
  ],
)

export const standingPersonal = [
  personal(places, {
    columns: { id: 'other', giverId: deleted('places'), receiverId: deleted('places') },
    privacy:
      'Whom you stand by and who stands by you, with a line if there is one, which everyone can see. All of it is deleted with your account.',
    download: {
      places: `select giver_id, receiver_id, case when giver_id = $1 then line end as line, placed_at, ended_at
               from places where $1 in (giver_id, receiver_id) order by placed_at, id`,
    },
  }),
]

export const standingRetention = [bounded(places, 'one open and one ended row for each pair of people')]

declare module '#platform/db/sql' {
  interface Tables {
    places: typeof places.$inferSelect
  }
}
