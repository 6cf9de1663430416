import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { carried, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'

/** People who learned, won or lost points, kept by a trigger on transfers in the statement that writes them. */
export const reputationParts = pgTable(
  'reputation_parts',
  {
    userId: uuid('user_id').primaryKey(),
    /** AP earned by lessons and reviews. */
    learned: bigint({ mode: 'number' }).notNull(),
    /** AP won in battles minus those lost. */
    won: bigint({ mode: 'number' }).notNull(),
    /** Part of `won` that was lost before the account, in the deleted one it returned to. */
    lostBefore: bigint('lost_before', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('reputation_parts_by_learned').on(table.learned, table.userId),
    index('reputation_parts_by_won').on(table.won, table.userId),
    check('reputation_parts_lost', sql`${table.lostBefore} <= 0`),
  ],
)

export const reputationPersonal = [
  personal(reputationParts, {
    columns: { userId: carried('reputation') },
    privacy:
      'How many Aura Points you learned and won, which everyone can see. It is on no page once you delete your account. What you lost counts again if you return.',
    download: { reputation: 'select learned, won, lost_before from reputation_parts where user_id = $1' },
  }),
]

export const reputationRetention = [bounded(reputationParts, 'running totals, one row for each user')]

declare module '#platform/db/sql' {
  interface Tables {
    reputation_parts: typeof reputationParts.$inferSelect
  }
}
