import { bigint, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
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
  },
  (table) => [
    index('reputation_parts_by_learned').on(table.learned, table.userId),
    index('reputation_parts_by_won').on(table.won, table.userId),
  ],
)

export const reputationPersonal = [
  personal(reputationParts, {
    columns: { userId: deleted('reputation') },
    privacy: 'How many Aura Points you learned and won, which everyone can see. It is deleted with your account.',
    download: { reputation: 'select learned, won from reputation_parts where user_id = $1' },
  }),
]

export const reputationRetention = [bounded(reputationParts, 'running totals, one row for each user')]

declare module '#platform/db/sql' {
  interface Tables {
    reputation_parts: typeof reputationParts.$inferSelect
  }
}
