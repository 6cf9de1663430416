import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bounded } from '../retention/retention.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** How far each backfill has come. */
export const backfills = pgTable(
  'backfills',
  {
    name: text().primaryKey(),
    dueAt: moment('due_at').notNull(),
    /** The key of the last row read in this pass; null at its start. */
    cursor: text(),
    /** Finished so far. */
    passes: integer().notNull().default(0),
    /** Rows it changed, in all and in this pass. */
    filled: bigint({ mode: 'number' }).notNull().default(0),
    filledInPass: bigint('filled_in_pass', { mode: 'number' }).notNull().default(0),
    completedAt: moment('completed_at'),
  },
  (table) => [check('backfills_filled', sql`${table.filledInPass} between 0 and ${table.filled}`)],
)

export const backfillRetention = [bounded(backfills, 'one row for each backfill')]

declare module '#platform/db/sql' {
  interface Tables {
    backfills: typeof backfills.$inferSelect
  }
}
