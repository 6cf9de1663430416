import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import { BATTLE_COLUMNS, type BattleRow } from '../store.ts'

const p = columns('battle_pulse', 'p')

/** Seconds before an end at which heartbeats begin, so that the last minute is always covered. */
const NEAR_S = 120

const READ_HEARTBEAT = sql`
  select moment.at as ${out('at', 'timestamptz')}, p.at as ${out('lastBeatAt', 'timestamptz?')},
         exists (select 1 from battles where status = 'active' and due_at < moment.at + interval '${NEAR_S} seconds')
           as ${out('isNear', 'boolean')}
  from (select date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp())) as at) moment
  left join battle_pulse p on true`

export interface HeartbeatRead {
  at: Date
  lastBeatAt: Date | null
  /** Whether a battle is near its end, or past it. */
  isNear: boolean
}

export async function readHeartbeat(db: Queryable, now: Date | null): Promise<HeartbeatRead> {
  const [row] = await db.query(READ_HEARTBEAT, [now])
  if (!row) throw new Error('the heartbeat was not read')
  return row
}

const RENEW_HEARTBEAT = sql`
  update battle_pulse p set at = date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp()))
  where coalesce($1::timestamptz, clock_timestamp()) < p.at + ($2::bigint + 1) * interval '1 millisecond'
  returning ${p('at')}`

/** Writes a heartbeat at most this long after the last one. Returns its time; undefined if none was so near. */
export async function renewHeartbeat(db: Queryable, now: Date | null, withinMs: number): Promise<Date | undefined> {
  return (await db.query(RENEW_HEARTBEAT, [now, withinMs]))[0]?.at
}

const INSERT_HEARTBEAT = sql`
  insert into battle_pulse (at) values (date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp())))
  on conflict do nothing`

const LOCK_HEARTBEAT = sql`select ${p('at')} from battle_pulse p for no key update`

/** Waits for another server's heartbeat, and returns the time of the last one. The first heartbeat ever is now. */
export async function lockHeartbeat(tx: Tx, now: Date | null): Promise<Date> {
  await tx.query(INSERT_HEARTBEAT, [now])
  const [row] = await tx.query(LOCK_HEARTBEAT, [])
  if (!row) throw new Error('the heartbeat was not locked')
  return row.at
}

const WRITE_HEARTBEAT = sql`update battle_pulse set at = $1`

export async function writeHeartbeat(tx: Tx, at: Date): Promise<void> {
  await tx.query(WRITE_HEARTBEAT, [at])
}

const LOCK_TOUCHED = sql`
  select ${BATTLE_COLUMNS} from battles b
  where b.status = 'active' and b.outage_moved_to is null
    and b.due_at > $1::timestamptz and b.due_at < $2::timestamptz + interval '1 minute'
  order by b.id for no key update`

/** Locks the active battles whose last minute the gap may touch. */
export async function lockTouched(tx: Tx, { from, to }: { from: Date; to: Date }): Promise<BattleRow[]> {
  return tx.query(LOCK_TOUCHED, [from, to])
}

const MOVE_ENDS = sql`
  update battles b set planned_ends_at = coalesce(b.planned_ends_at, b.ends_at),
                       outage_from = $1, outage_to = $2, outage_end = b.ends_at, outage_moved_to = moved.to_time,
                       outage_gifts = b.gift_count, outage_extensions = cardinality(b.extended_at),
                       ends_at = moved.to_time, due_at = moved.to_time
  from unnest($3::uuid[], $4::timestamptz[]) as moved (id, to_time) where b.id = moved.id`

export async function moveEnds(
  tx: Tx,
  { from, to }: { from: Date; to: Date },
  moved: readonly { battle: BattleRow; endsAt: Date }[],
): Promise<void> {
  if (moved.length === 0) return
  await tx.query(MOVE_ENDS, [
    from,
    to,
    moved.map(({ battle }) => battle.id),
    moved.map(({ endsAt }) => endsAt.toISOString()),
  ])
}

const INTERRUPT_ROUNDS = sql`
  with interrupted as (
    update battle_rounds set interrupted_at = $3
    where battle_id = any($1::uuid[]) and opened_at < $3 and closes_at > $2 and closed_at is null returning battle_id
  )
  update battles b set due_at = $3 from interrupted where b.id = interrupted.battle_id`

const PROLONG_LOBBIES = sql`
  update battles b set starts_at = b.starts_at + lost.time, ends_at = b.ends_at + lost.time, due_at = b.due_at + lost.time
  from (select id, $3::timestamptz - greatest($2::timestamptz, starts_at) as time from battles where id = any($1::uuid[])) lost
  where b.id = lost.id and not exists (select 1 from battle_rounds r where r.battle_id = b.id)`

/** Marks the open rounds of these battles as interrupted, and gives lobbies back the time that the gap took. */
export async function interruptRounds(
  tx: Tx,
  { from, to }: { from: Date; to: Date },
  battleIds: readonly string[],
): Promise<void> {
  if (battleIds.length === 0) return
  await tx.query(INTERRUPT_ROUNDS, [battleIds, from, to])
  await tx.query(PROLONG_LOBBIES, [battleIds, from, to])
}
