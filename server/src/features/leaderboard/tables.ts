import { bigint, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { erased, personal } from '#platform/personal-data'

/**
 * Who stands where: one row a person and board. A trigger on the ledger's transfers keeps it, in the statement that
 * writes them, so it is never late and nothing gets past it. `board.rules.ts` says which boards there are.
 */
export const rankEntries = pgTable(
  'rank_entries',
  {
    board: integer().notNull(),
    userId: uuid('user_id').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
    /** The transfer that led to these points, negative: of equals the greater one was there first. */
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
 * ones; levels 2 and 3 count the equals of few points by when they got there, coarsely and finely. What changed last is not
 * in here yet, but in `rank_slots`.
 */
export const rankCounters = pgTable(
  'rank_counters',
  {
    board: integer().notNull(),
    level: smallint().notNull(),
    lo: bigint({ mode: 'number' }).notNull(),
    span: bigint({ mode: 'number' }).notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    /** Of them all together; kept at level 1. */
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.board, table.level, table.lo, table.span] })],
)

/**
 * Who came to a place (a shift of 1) and who left one (-1), as arrays of one length, where the counters do not say so yet.
 * As many rows as transactions ever changed ranks at the same time: each takes one that nobody else has.
 */
export const rankSlots = pgTable('rank_slots', {
  slot: integer().primaryKey().generatedAlwaysAsIdentity(),
  boards: integer().array().notNull().default([]),
  points: bigint({ mode: 'number' }).array().notNull().default([]),
  ties: bigint({ mode: 'number' }).array().notNull().default([]),
  shifts: integer().array().notNull().default([]),
})

export const leaderboardPersonal = [
  personal(rankEntries, {
    columns: { userId: erased('rank_points') },
    download: {
      rank_points: 'select board, points from rank_entries where user_id = $1 order by board',
    },
  }),
]
