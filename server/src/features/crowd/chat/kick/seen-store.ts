import type { Queryable } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'

const seen = columns('chat_seen')

interface Seen {
  /** Without duplicates. */
  keys: readonly string[]
  now: Date | null
}

// Sorted, and messages before viewers, so that two servers never wait for each other in a circle.
const INSERT_NEW = sql`
  insert into chat_seen (key, seen_at)
  select key, coalesce($2::timestamptz, clock_timestamp()) from unnest($1::text[]) key order by key
  on conflict (key) do nothing
  returning ${seen('key')}`

/** Stores these keys. Returns those that weren't stored before. */
export const insertUnseen = async (db: Queryable, { keys, now }: Seen): Promise<Set<string>> =>
  new Set((await db.query(INSERT_NEW, [[...keys], now])).map(({ key }) => key))

const UPDATE_OLDER = sql`
  insert into chat_seen (key, seen_at)
  select key, coalesce($2::timestamptz, clock_timestamp()) from unnest($1::text[]) key order by key
  on conflict (key) do update set seen_at = excluded.seen_at
  where chat_seen.seen_at <= excluded.seen_at - $3 * interval '1 millisecond'
  returning ${seen('key')}`

/** Stores these keys again. Returns those that weren't stored within `intervalMs`. */
export const updateSeenBefore = async (
  db: Queryable,
  { keys, now, intervalMs }: Seen & { intervalMs: number },
): Promise<Set<string>> => new Set((await db.query(UPDATE_OLDER, [[...keys], now, intervalMs])).map(({ key }) => key))
