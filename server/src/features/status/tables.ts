import type { StatusPart } from '@aura/api/calls/status'
import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { bounded } from '#platform/retention/retention'

/** Minutes of each UTC day by a part's state. */
export const statusDays = pgTable(
  'status_days',
  {
    day: date().notNull(),
    part: text().$type<StatusPart>().notNull(),
    up: integer().notNull(),
    degraded: integer().notNull(),
    down: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.part] }),
    check('status_days_minutes', sql`least(${table.up}, ${table.degraded}, ${table.down}) >= 0`),
    check('status_days_a_day', sql`${table.up} + ${table.degraded} + ${table.down} <= 1440`),
  ],
)

/** A single row, so that each minute counts once on any number of servers. */
export const statusRecorder = pgTable(
  'status_recorder',
  {
    id: smallint().primaryKey(),
    /** The first recorded minute, and the last. */
    since: timestamp({ withTimezone: true }).notNull(),
    minute: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('status_recorder_one', sql`${table.id} = 1`)],
)

export const statusRetention = [
  bounded(statusDays, 'each minute removes what is older than 90 days'),
  bounded(statusRecorder, 'one row'),
]

declare module '#platform/db/sql' {
  interface Tables {
    status_days: typeof statusDays.$inferSelect
    status_recorder: typeof statusRecorder.$inferSelect
  }
}
