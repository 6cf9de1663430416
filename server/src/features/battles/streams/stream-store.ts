import { STREAM_RULES } from '@aura/api/rules/streams'
import type { StreamKind } from '@aura/api/streams'
import { hidesStreamsExpression } from '#features/suspension'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, sql } from '#platform/db/sql'

const s = columns('streams', 's')

/** A stream as it is stored. The channel of a platform isn't: it is the one that the user has proven. */
export interface StoredStream {
  kind: StreamKind
  host: string
  /** Path of an HLS playlist, empty for other kinds. */
  channel: string
}

export type SideStream = StoredStream & { userId: string }

/**
 * Selects the streams that a battle `b` shows at the moment `at`: while it is accepted or live, and for a while after its
 * end. What a side chose for the battle precedes its settings. Streams that an admin hid are left out.
 */
export const shownStreams = (at: string) => fragment`
  select ${s('userId', 'kind', 'host', 'channel')} from (
    select distinct on (user_id) * from streams
    where user_id in (b.challenger_id, b.opponent_id) and (battle_id = b.id or battle_id is null)
    order by user_id, battle_id nulls last) s
  where s.kind is not null
    and (b.status in ('accepted', 'cancellation_requested', 'active')
      or b.status = 'completed' and b.ends_at > ${at} - interval '${STREAM_RULES.afterMinutes} minutes')
    and not ${hidesStreamsExpression('s.user_id')}`

const FIND_STREAMS = sql`
  select ${s('battleId', 'kind', 'host', 'channel')} from streams s
  where s.user_id = $1 and (s.battle_id is null or s.battle_id = $2::uuid)`

/** The stream of the settings, and that of a battle: undefined if the battle shows the former. Null is no stream. */
export interface StoredStreams {
  own: StoredStream | null
  inBattle: StoredStream | null | undefined
}

/** Returns the stream of a user's settings and, with `battleId`, what they chose for that battle. */
export async function findStreams(db: Queryable, userId: string, battleId: string | null): Promise<StoredStreams> {
  const rows = await db.query(FIND_STREAMS, [userId, battleId])
  const stored = (row: (typeof rows)[number]): StoredStream | null => {
    const { kind, host, channel } = row
    return kind === null || host === null || channel === null ? null : { kind, host, channel }
  }
  const [own, inBattle] = [rows.find((row) => row.battleId === null), rows.find((row) => row.battleId !== null)]
  return { own: own ? stored(own) : null, inBattle: inBattle && stored(inBattle) }
}

const UPSERT_STREAM = sql`
  insert into streams (user_id, battle_id, kind, host, channel, set_at)
  select id, $2::uuid, $3, $4, $5, coalesce($6::timestamptz, clock_timestamp()) from user_profiles
  where id = $1 and deleted_at is null for share
  on conflict (user_id, battle_id) do update
    set kind = excluded.kind, host = excluded.host, channel = excluded.channel, set_at = excluded.set_at`

/** Stores a user's stream, unless the account was deleted. Without a battle it is that of the settings. */
export async function upsertStream(
  db: Queryable,
  { userId, battleId, stream }: { userId: string; battleId: string | null; stream: StoredStream | null },
  now: Date | null,
): Promise<void> {
  const { kind = null, host = null, channel = null } = stream ?? {}
  await db.query(UPSERT_STREAM, [userId, battleId, kind, host, channel, now])
}

const INSERT_NO_STREAM = sql`
  insert into streams (user_id, battle_id, set_at) values ($1, $2, coalesce($3::timestamptz, clock_timestamp()))`

/** Stores that a user shows no stream in the battle that this transaction makes of their account. */
export async function insertNoStream(
  tx: Tx,
  { userId, battleId }: { userId: string; battleId: string },
  now: Date | null,
): Promise<void> {
  await tx.query(INSERT_NO_STREAM, [userId, battleId, now])
}

const DELETE_STREAM = sql`delete from streams where user_id = $1 and battle_id is not distinct from $2::uuid`

export async function deleteStream(db: Queryable, userId: string, battleId: string | null): Promise<void> {
  await db.query(DELETE_STREAM, [userId, battleId])
}

const battles = columns('battles')
const FIND_SHOWING = sql`
  select ${battles('id')} from battles where $1 in (challenger_id, opponent_id) and (due_at is not null
    or status = 'completed' and ends_at > coalesce($2::timestamptz, clock_timestamp())
      - interval '${STREAM_RULES.afterMinutes} minutes')`

/** Returns the battles whose pages may show a stream of this user. */
export async function findShowing(db: Queryable, userId: string, now: Date | null): Promise<string[]> {
  return (await db.query(FIND_SHOWING, [userId, now])).map(({ id }) => id)
}

const FIND_BLOCKED = sql`
  select shown.user_id as ${out('userId', 'uuid')} from unnest($2::uuid[]) as shown (user_id)
  where are_blocked($1, shown.user_id)`

/** Returns those of the users who blocked the viewer or whom the viewer blocked. */
export async function findBlocked(db: Queryable, viewerId: string, userIds: readonly string[]): Promise<Set<string>> {
  return new Set((await db.query(FIND_BLOCKED, [viewerId, userIds])).map(({ userId }) => userId))
}
