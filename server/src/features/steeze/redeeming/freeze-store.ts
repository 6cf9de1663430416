import type { Queryable, Tx } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const redemptionFreezes = columns('redemption_freezes')

export interface Freeze {
  /** Shown to the user. */
  reason: string
  frozenAt: Date
}

const FIND_FREEZE = sql`
  select ${redemptionFreezes('reason', 'frozenAt')} from redemption_freezes where user_id = $1 and lifted_at is null`

export async function findFreeze(db: Queryable, userId: string): Promise<Freeze | undefined> {
  const [row] = await db.query(FIND_FREEZE, [userId])
  return row
}

const INSERT_FREEZE = sql`
  insert into redemption_freezes (user_id, reason, frozen_at)
  select id, $2, coalesce($3::timestamptz, clock_timestamp()) from user_profiles
  where id = $1 and deleted_at is null for share
  on conflict (user_id) where lifted_at is null do nothing returning ${redemptionFreezes('id')}`

/** Returns false for a user already frozen, and for a deleted account. */
export async function insertFreeze(
  tx: Tx,
  { userId, reason, now }: { userId: string; reason: string; now: Date | null },
): Promise<boolean> {
  const rows = await tx.query(INSERT_FREEZE, [userId, reason, now])
  return rows.length === 1
}

const LIFT_FREEZE = sql`
  update redemption_freezes set lifted_at = coalesce($2::timestamptz, clock_timestamp())
  where user_id = $1 and lifted_at is null returning ${redemptionFreezes('id')}`

/** Keeps its history. Returns whether there was one. */
export async function liftFreeze(tx: Tx, userId: string, now: Date | null): Promise<boolean> {
  const rows = await tx.query(LIFT_FREEZE, [userId, now])
  return rows.length === 1
}
