import { bigint, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { erased, personal } from '#platform/personal-data'

/** One row per person and board, maintained by a trigger on transfers in the same statement. */
export const rankEntries = pgTable(
  'rank_entries',
  {
    board: integer().notNull(),
    userId: uuid('user_id').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
    /** The transfer that led to these points, negative: among equals the greater value was there first. */
    tie: bigint({ mode: 'number' }).notNull(),
    /** Values before the last change, by which the counters are updated. */
    wasPoints: bigint('was_points', { mode: 'number' }),
    wasTie: bigint('was_tie', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.board, table.userId] }),
    index('rank_entries_in_order').on(table.board, table.points, table.tie, table.userId),
  ],
)

/**
 * Counts per step, so that a rank is a sum over few rows. Level 0: coarse steps of points, level 1: fine ones; levels 2
 * and 3 count users with the same few points by time, coarse and fine. Latest changes are still in `rank_slots`.
 */
export const rankCounters = pgTable(
  'rank_counters',
  {
    board: integer().notNull(),
    level: smallint().notNull(),
    lo: bigint({ mode: 'number' }).notNull(),
    span: bigint({ mode: 'number' }).notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.board, table.level, table.lo, table.span] })],
)

/**
 * Arrivals (1) and departures (-1) not yet counted, as arrays of one length. As many rows as transactions ever changed
 * ranks at once: each takes one no other has.
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

declare module '#platform/db/sql' {
  interface Tables {
    rank_entries: typeof rankEntries.$inferSelect
    rank_counters: typeof rankCounters.$inferSelect
    rank_slots: typeof rankSlots.$inferSelect
  }
}
