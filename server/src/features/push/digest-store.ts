import type { Tx } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, type RowOf, sql } from '#platform/db/sql'

const h = columns('push_hours', 'h')

const LOCK_HELD = sql`
  select ${h('userId', 'type', 'startedAt', 'held')} from push_hours h
  where h.held > 0 and h.started_at <= coalesce($1::timestamptz, clock_timestamp()) - interval '1 hour'
  order by h.started_at limit 1 for update skip locked`

export type HeldHour = RowOf<typeof LOCK_HELD>

/** Locks an hour that is over and in which messages were held back. */
export async function lockHeld(tx: Tx, now: Date | null): Promise<HeldHour | undefined> {
  return (await tx.query(LOCK_HELD, [now]))[0]
}

const QUEUE_FOR = sql`
  insert into push_messages (notification_id, subscription_id, due_at)
  select $1::uuid, s.id, coalesce($3::timestamptz, clock_timestamp())
  from push_subscriptions s where s.user_id = $2 and s.session_hash is not null`

export async function queueFor(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  now: Date | null,
): Promise<void> {
  await tx.query(QUEUE_FOR, [id, userId, now])
}

const BEGIN_HOUR = sql`
  update push_hours set started_at = coalesce($3::timestamptz, clock_timestamp()), queued = 1, held = 0
  where user_id = $1 and type = $2`

/** Begins a new hour, whose first message is the digest. */
export async function beginHour(tx: Tx, { userId, type }: HeldHour, now: Date | null): Promise<void> {
  await tx.query(BEGIN_HOUR, [userId, type, now])
}

export const msUntilDigest = msUntil("min(started_at) + interval '1 hour'", 'push_hours where held > 0')
