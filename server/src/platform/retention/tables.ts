import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bounded } from './retention.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Progress of each rule that removes old rows. */
export const trimRounds = pgTable(
  'trim_rounds',
  {
    /** Name of the rule that trims. */
    name: text().primaryKey(),
    dueAt: moment('due_at').notNull(),
    /** Rows from before this moment may be gone, wherever the clock is. */
    cutoff: moment('cutoff'),
    /** When it last found nothing more to remove. */
    finishedAt: moment('finished_at'),
    /** Number of rows removed so far. */
    removed: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [index('trim_rounds_due').on(table.dueAt), check('trim_rounds_removed', sql`${table.removed} >= 0`)],
)

export const retentionRetention = [bounded(trimRounds, 'one row for each rule')]

declare module '#platform/db/sql' {
  interface Tables {
    trim_rounds: typeof trimRounds.$inferSelect
  }
}
