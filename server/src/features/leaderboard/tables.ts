import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Limits } from '#platform/limits'
import { erased, kept as keptId, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'

/** Ranks, one row per person and board. It follows the transfers, up to those in `rank_log`. */
export const rankEntries = pgTable(
  'rank_entries',
  {
    board: integer().notNull(),
    userId: uuid('user_id').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
    /** The transfer that led to these points, negative: of equal points, the greater value was there first. */
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
 * What the points of a week or month follow from (`rank_totals`), summed by kind: what a person learned (part 0) and was
 * vouched for (1), where `otherId` is their own, and what they won of each opponent, less what they lost to them (2).
 */
export const rankParts = pgTable(
  'rank_parts',
  {
    board: integer().notNull(),
    userId: uuid('user_id').notNull(),
    part: smallint().notNull(),
    otherId: uuid('other_id').notNull(),
    points: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.board, table.userId, table.part, table.otherId] }),
    check('rank_parts_part', sql`${table.part} between 0 and 2`),
  ],
)

/**
 * Counts per step, so that a rank is a sum over few rows. Level 0 has coarse steps of points, level 1 fine ones; levels
 * 2 and 3 count users with the same few points by time, coarse and fine. The latest changes are still in `rank_slots`.
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
 * Arrivals (1) and departures (-1) not yet counted, as arrays of equal length. There are as many rows as transactions
 * ever changed ranks at once, since each takes a row of its own.
 */
export const rankSlots = pgTable('rank_slots', {
  slot: integer().primaryKey().generatedAlwaysAsIdentity(),
  boards: integer().array().notNull().default([]),
  points: bigint({ mode: 'number' }).array().notNull().default([]),
  ties: bigint({ mode: 'number' }).array().notNull().default([]),
  shifts: integer().array().notNull().default([]),
})

const ranges = customType<{ data: string }>({ dataType: () => 'int8multirange' })

/**
 * The transfers that the ranks include: every one up to `countedTo`, and later ones whose ids are in `counted`. An id
 * between them belongs to an open transaction, or to none. A single row, locked by the counting transaction.
 */
export const rankLog = pgTable(
  'rank_log',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    countedTo: bigint('counted_to', { mode: 'number' }).notNull(),
    counted: ranges('counted').notNull().default('{}'),
    /** Ids up to this one belong to no transaction that began later; those that may still commit are in `writers`. */
    drawn: bigint({ mode: 'number' }),
    writers: text().array().notNull().default([]),
    /** Increases with each change of ranks. */
    version: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('rank_log_one_row', sql`${table.isOnly}`)],
)

// Lists all boards they can be on, because each index begins with the board.
const onTheirBoards = `user_id = $1 and board = any(array(
          select 0
          union all
          select generate_series(rank_week(created_at), (select max(board) from rank_entries where board < 2000000))
          from users where id = $1
          union all
          select generate_series(rank_month(created_at), (select max(board) from rank_entries where board >= 2000000))
          from users where id = $1))`

export const leaderboardPersonal = [
  personal(rankEntries, {
    columns: { userId: erased('rank_points') },
    download: { rank_points: `select board, points from rank_entries where ${onTheirBoards} order by board` },
  }),
  personal(rankParts, {
    columns: { userId: erased('rank_parts'), otherId: keptId('rank_parts') },
    download: {
      rank_parts: `select board, part, points from rank_parts where ${onTheirBoards} order by board, part, other_id`,
    },
  }),
]

const kept = ({ pastBoardsMs }: Limits) => pastBoardsMs
/** Weeks and months before those of `$1`, by number. Audits leave out boards that may be gone (`audit-store.ts`). */
const pastBoards = {
  weeks: { keptMs: kept, where: 'r.board >= 1000000 and r.board < rank_week($1)', oldest: 'r.board' },
  months: { keptMs: kept, where: 'r.board >= 2000000 and r.board < rank_month($1)', oldest: 'r.board' },
}

export const leaderboardRetention = [
  trimmed(rankEntries, pastBoards),
  trimmed(rankParts, pastBoards),
  trimmed(rankCounters, pastBoards),
  bounded(rankLog, 'one row'),
  bounded(rankSlots, 'as many rows as transactions changed ranks at once'),
]

declare module '#platform/db/sql' {
  interface Tables {
    rank_entries: typeof rankEntries.$inferSelect
    rank_parts: typeof rankParts.$inferSelect
    rank_counters: typeof rankCounters.$inferSelect
    rank_log: typeof rankLog.$inferSelect
    rank_slots: typeof rankSlots.$inferSelect
  }
}
