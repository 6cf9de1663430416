import type { Queryable, Tx } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const battleReminders = columns('battle_reminders')

export interface Reminder {
  battleId: string
  userId: string
}

const INSERT_REMINDER = sql`
  insert into battle_reminders (battle_id, user_id, created_at)
  select $1::uuid, id, coalesce($3::timestamptz, clock_timestamp()) from user_profiles
  where id = $2 and deleted_at is null for share on conflict do nothing`

/** Stores a reminder, unless the user's account was deleted. */
export async function insertReminder(
  tx: Tx,
  { battleId, userId, now }: Reminder & { now: Date | null },
): Promise<void> {
  await tx.query(INSERT_REMINDER, [battleId, userId, now])
}

const DELETE_REMINDER = sql`delete from battle_reminders where battle_id = $1 and user_id = $2`

export async function deleteReminder(db: Queryable, { battleId, userId }: Reminder): Promise<void> {
  await db.query(DELETE_REMINDER, [battleId, userId])
}

const HAS_REMINDER = sql`select 1 from battle_reminders where battle_id = $1 and user_id = $2`

export async function hasReminder(db: Queryable, { battleId, userId }: Reminder): Promise<boolean> {
  const rows = await db.query(HAS_REMINDER, [battleId, userId])
  return rows.length > 0
}

const TAKE_REMINDERS = sql`
  delete from battle_reminders where battle_id = any($1::uuid[])
  returning ${battleReminders('battleId', 'userId')}`

export async function takeReminders(tx: Tx, battleIds: readonly string[]): Promise<Reminder[]> {
  const rows = await tx.query(TAKE_REMINDERS, [battleIds])
  return rows.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
}
