import type { Queryable, Tx } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const a = columns('live_announcements', 'a')

const LOCK_ANNOUNCEMENT = sql`
  select ${a('battleId', 'challengerId', 'opponentId', 'title', 'toldUpTo')},
         a.ends_at > coalesce($1::timestamptz, clock_timestamp())
           and exists (select 1 from battles b where b.id = a.battle_id and b.status = 'active')
           as ${out('isLive', 'boolean')}
  from live_announcements a where a.due_at <= coalesce($1::timestamptz, clock_timestamp())
  order by a.due_at, a.battle_id limit 1 for update skip locked`

export type Announcement = RowOf<typeof LOCK_ANNOUNCEMENT>

/** Locks the most overdue announcement that no other server is working on. */
export async function lockAnnouncement(tx: Tx, now: Date | null): Promise<Announcement | undefined> {
  return (await tx.query(LOCK_ANNOUNCEMENT, [now]))[0]
}

const UPDATE_TOLD = sql`update live_announcements set told_up_to = $2 where battle_id = $1`

export async function updateToldUpTo(tx: Tx, battleId: string, followerId: string): Promise<void> {
  await tx.query(UPDATE_TOLD, [battleId, followerId])
}

const DELETE_ANNOUNCEMENT = sql`delete from live_announcements where battle_id = $1`

export async function deleteAnnouncement(tx: Tx, battleId: string): Promise<void> {
  await tx.query(DELETE_ANNOUNCEMENT, [battleId])
}

const POSTPONE = sql`
  update live_announcements
  set due_at = coalesce($2::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond' where battle_id = $1`

export async function postponeAnnouncement(
  db: Queryable,
  battleId: string,
  now: Date | null,
  ms: number,
): Promise<void> {
  await db.query(POSTPONE, [battleId, now, ms])
}

export const msUntilAnnouncement = msUntil('min(due_at)', 'live_announcements')
