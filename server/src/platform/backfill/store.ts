import { columns, out, type RowOf, sql } from '#platform/db/sql'
import type { Queryable, Tx } from '../db/db.ts'
import type { Backfill } from './backfill.ts'
import type {} from './tables.ts'

const b = columns('backfills', 'b')

const INSERT_BACKFILLS = sql`
  insert into backfills (name, due_at)
  select name, coalesce($2::timestamptz, clock_timestamp()) from unnest($1::text[]) as listed (name)
  on conflict do nothing`

export async function insertBackfills(db: Queryable, names: readonly string[], now: Date | null): Promise<void> {
  await db.query(INSERT_BACKFILLS, [names, now])
}

const LOCK_DUE = sql`
  select ${b('name', 'cursor', 'passes', 'filledInPass')} from backfills b
  where b.completed_at is null and b.due_at <= coalesce($2::timestamptz, clock_timestamp()) and b.name = any($1::text[])
  order by b.due_at, b.name limit 1 for update skip locked`

export type DueBackfill = RowOf<typeof LOCK_DUE>

/** Returns the backfill that is most overdue, and keeps other servers from it until the transaction ends. */
export async function lockDueBackfill(
  tx: Tx,
  names: readonly string[],
  now: Date | null,
): Promise<DueBackfill | undefined> {
  const [row] = await tx.query(LOCK_DUE, [names, now])
  return row
}

/** Returns the key of the last row it read, and how many it read and changed. */
export async function fillBatch(
  tx: Tx,
  { statements }: Backfill,
  cursor: string | null,
): Promise<{ last: string | null; read: number; filled: number }> {
  const [batch] = await (cursor === null ? tx.query(statements.first) : tx.query(statements.next, [cursor]))
  return batch ?? { last: null, read: 0, filled: 0 }
}

const UPDATE_BACKFILL = sql`
  update backfills b
  set cursor = $2, passes = $3, filled = b.filled + $4, filled_in_pass = $5, due_at = $6, completed_at = $7
  where b.name = $1`

export async function updateBackfill(
  tx: Tx,
  to: Omit<DueBackfill, 'name'> & { name: string; filled: number; dueAt: Date; completedAt: Date | null },
): Promise<void> {
  const { name, cursor, passes, filled, filledInPass, dueAt, completedAt } = to
  await tx.query(UPDATE_BACKFILL, [name, cursor, passes, filled, filledInPass, dueAt, completedAt])
}

const POSTPONE_BACKFILL = sql`
  update backfills set due_at = coalesce($2::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
  where name = $1`

export async function postponeBackfill(
  db: Queryable,
  name: string,
  { now, ms }: { now: Date | null; ms: number },
): Promise<void> {
  await db.query(POSTPONE_BACKFILL, [name, now, ms])
}

const MS_UNTIL_BACKFILL = sql`
  select extract(epoch from min(due_at) - coalesce($2::timestamptz, clock_timestamp()))::float8 * 1000
    as ${out('ms', 'float8?')}
  from backfills where completed_at is null and name = any($1::text[])`

export async function msUntilBackfill(
  db: Queryable,
  names: readonly string[],
  now: Date | null,
): Promise<number | null> {
  const [row] = await db.query(MS_UNTIL_BACKFILL, [names, now])
  return row?.ms ?? null
}

const FIND_BACKFILLS = sql`
  select ${b('name', 'passes', 'filled', 'cursor', 'completedAt')} from backfills b where b.name = any($1::text[])
  order by b.name`

export const findBackfills = (db: Queryable, names: readonly string[]): Promise<RowOf<typeof FIND_BACKFILLS>[]> =>
  db.query(FIND_BACKFILLS, [names])
