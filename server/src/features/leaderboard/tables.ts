import { bigint, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'

/**
 * Who stands where: one row a person and board. A trigger on the ledger's movements keeps it, in the statement that
 * writes them, so it is never late and nothing gets past it. `board.rules.ts` says which boards there are.
 */
export const rankEntries = pgTable(
  'rank_entries',
  {
    board: integer().notNull(),
    userId: uuid('user_id').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
    /** The movement that led to these points, negative: of equals the greater one was there first. */
    tie: bigint({ mode: 'number' }).notNull(),
    /** What stood here before the last change: the counters are told by it. */
    wasPoints: bigint('was_points', { mode: 'number' }),
    wasTie: bigint('was_tie', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.board, table.userId] }),
    index('rank_entries_in_order').on(table.board, table.points, table.tie, table.userId),
  ],
)

/**
 * How many stand where, so that a rank is a sum over few rows. Level 0 counts by coarse steps of points, level 1 by fine
 * ones, level 2 the equals of few points by when they got there. Each figure is split over shards, one a writer, so
 * that nobody waits for anybody.
 */
export const rankCounters = pgTable(
  'rank_counters',
  {
    board: integer().notNull(),
    level: smallint().notNull(),
    lo: bigint({ mode: 'number' }).notNull(),
    span: bigint({ mode: 'number' }).notNull(),
    shard: smallint().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    /** Of them all together; kept at level 1. */
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.board, table.level, table.lo, table.span, table.shard] })],
)
