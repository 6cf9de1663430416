import type { Queryable, Tx } from '#platform/db/db'

export interface Reminder {
  battleId: string
  userId: string
}

/** Does nothing if the user's account was deleted. */
export async function insertReminder(
  tx: Tx,
  { battleId, userId, now }: Reminder & { now: Date | null },
): Promise<void> {
  await tx.query(
    `insert into battle_reminders (battle_id, user_id, created_at)
     select $1::uuid, id, coalesce($3::timestamptz, clock_timestamp()) from user_profiles
     where id = $2 and deleted_at is null for share on conflict do nothing`,
    [battleId, userId, now],
  )
}

export async function deleteReminder(db: Queryable, { battleId, userId }: Reminder): Promise<void> {
  await db.query('delete from battle_reminders where battle_id = $1 and user_id = $2', [battleId, userId])
}

export async function hasReminder(db: Queryable, { battleId, userId }: Reminder): Promise<boolean> {
  const rows = await db.query('select 1 from battle_reminders where battle_id = $1 and user_id = $2', [
    battleId,
    userId,
  ])
  return rows.length > 0
}

export async function takeReminders(tx: Tx, battleIds: readonly string[]): Promise<Reminder[]> {
  const rows = await tx.query<Reminder>(
    `delete from battle_reminders where battle_id = any($1::uuid[])
     returning battle_id as "battleId", user_id as "userId"`,
    [battleIds],
  )
  return rows.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
}
