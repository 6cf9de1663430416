import { columns, type RowOf, sql } from '#platform/db/sql'
import type { Queryable, Tx } from '../db/db.ts'
import { msUntil } from '../db/ms-until.ts'
import type {} from './tables.ts'

const t = columns('trim_rounds', 't')

const INSERT_ROUNDS = sql`
  insert into trim_rounds (name, due_at)
  select name, coalesce($2::timestamptz, clock_timestamp()) from unnest($1::text[]) as listed (name)
  on conflict do nothing`

export async function insertRounds(db: Queryable, names: readonly string[], now: Date | null): Promise<void> {
  await db.query(INSERT_ROUNDS, [names, now])
}

const LOCK_DUE_ROUND = sql`
  select ${t('name')} from trim_rounds t
  where t.due_at <= coalesce($2::timestamptz, clock_timestamp()) and t.name = any($1::text[])
  order by t.due_at, t.name limit 1 for update skip locked`

/** Returns the most overdue rule, and locks it against other servers until the transaction ends. */
export async function lockDueRound(tx: Tx, names: readonly string[], now: Date | null): Promise<string | undefined> {
  const [row] = await tx.query(LOCK_DUE_ROUND, [names, now])
  return row?.name
}

export async function removeRows(tx: Tx, statement: string, cutoff: Date): Promise<number> {
  const rows = await tx.query(statement, [cutoff])
  return rows.length
}

const UPDATE_ROUND = sql`
  update trim_rounds t
  set removed = t.removed + $2, cutoff = greatest(t.cutoff, $3::timestamptz), due_at = $4,
      finished_at = coalesce($5::timestamptz, t.finished_at)
  where t.name = $1`

export async function updateRound(
  tx: Tx,
  round: { name: string; removed: number; cutoff: Date; dueAt: Date; finishedAt: Date | null },
): Promise<void> {
  await tx.query(UPDATE_ROUND, [round.name, round.removed, round.cutoff, round.dueAt, round.finishedAt])
}

const POSTPONE_ROUND = sql`
  update trim_rounds set due_at = coalesce($2::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
  where name = $1`

export async function postponeRound(db: Queryable, name: string, { now, ms }: { now: Date | null; ms: number }) {
  await db.query(POSTPONE_ROUND, [name, now, ms])
}

export const msUntilRound = msUntil('min(due_at)', 'trim_rounds where name = any($2::text[])')

const FIND_ROUNDS = sql`
  select ${t('name', 'finishedAt', 'removed')} from trim_rounds t where t.name = any($1::text[]) order by t.name`

export const findRounds = (db: Queryable, names: readonly string[]): Promise<RowOf<typeof FIND_ROUNDS>[]> =>
  db.query(FIND_ROUNDS, [names])
