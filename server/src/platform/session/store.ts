import { columns, fragment, out, type RowOf, sql, sqlWith } from '#platform/db/sql'
import type { Queryable } from '../db/db.ts'

const sessions = columns('sessions')

export interface NewSession {
  tokenHash: Uint8Array
  userId: string
  userAgent: string
  now: Date | null
  lifeMs: number
  maxMs: number
}

const INSERT_SESSION = sql`
  insert into sessions (token_hash, user_id, user_agent, created_at, last_used_at, expires_at, ends_at)
  select $1, $2, $3, at, at, at + least($5::float8, $6::float8) * interval '1 millisecond',
         at + $6::float8 * interval '1 millisecond'
  from (select coalesce($4::timestamptz, clock_timestamp()) as at) as clock
  returning ${sessions('endsAt')}`

export async function insertSession(db: Queryable, session: NewSession): Promise<Date> {
  const [row] = await db.query(INSERT_SESSION, [
    session.tokenHash,
    session.userId,
    session.userAgent,
    session.now,
    session.lifeMs,
    session.maxMs,
  ])
  return (row as { endsAt: Date }).endsAt
}

const FIND_SESSIONS = sqlWith(
  (restriction: string) => fragment`
    select encode(token_hash, 'hex') as ${out('hash', 'text')},
           ${sessions('userId', { signedInAt: 'createdAt' }, 'lastUsedAt', 'endsAt')},
           ${restriction} as ${out('restriction', 'text?')}
    from sessions
    where token_hash = any (array(select decode(hash, 'hex') from unnest($1::text[]) as wanted (hash)))
      and expires_at > coalesce($2::timestamptz, clock_timestamp())`,
  'null',
)

/** `endsAt` is the absolute end, regardless of use. */
export type SessionRow = RowOf<ReturnType<typeof FIND_SESSIONS>>

/** Returns the sessions of hexadecimal token hashes, in order; undefined for ended ones. */
export async function findSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  now: Date | null,
  restriction: (userId: string) => string = () => 'null',
): Promise<(SessionRow | undefined)[]> {
  const rows = await db.query(FIND_SESSIONS(restriction('sessions.user_id')), [tokenHashes, now])
  const found = new Map(rows.map((row) => [row.hash, row]))
  return tokenHashes.map((hash) => found.get(hash))
}

const EXTEND_SESSIONS = sql`
  with used as (
    select token_hash from sessions
    where token_hash = any (array(select decode(hash, 'hex') from unnest($1::text[]) as wanted (hash)))
    for no key update skip locked
  )
  update sessions set last_used_at = at, expires_at = least(at + $3 * interval '1 millisecond', ends_at)
  from used, (select coalesce($2::timestamptz, clock_timestamp()) as at) as clock
  where sessions.token_hash = used.token_hash`

/**
 * Stores a use of the sessions of these hexadecimal token hashes. Leaves out those that another transaction has locked,
 * since the others would wait with them: their next use is stored instead.
 */
export async function extendSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  { now, lifeMs }: { now: Date | null; lifeMs: number },
): Promise<void> {
  await db.query(EXTEND_SESSIONS, [tokenHashes, now, lifeMs])
}

const REPLACE_TOKEN = sql`
  update sessions
  set token_hash = $2, last_used_at = at,
      created_at = case when $5::float8 is null then created_at else at end,
      ends_at = coalesce(at + $5::float8 * interval '1 millisecond', ends_at),
      expires_at = least(at + $4::float8 * interval '1 millisecond',
                         coalesce(at + $5::float8 * interval '1 millisecond', ends_at))
  from (select coalesce($3::timestamptz, clock_timestamp()) as at) as clock
  where token_hash = $1 and expires_at > at
  returning ${sessions('endsAt')}`

/** Replaces a session's token; `maxMs` restarts the session. Returns its absolute end, or undefined if it is over. */
export async function replaceToken(
  db: Queryable,
  {
    tokenHash,
    newHash,
    now,
    lifeMs,
    maxMs,
  }: { tokenHash: Uint8Array; newHash: Uint8Array; now: Date | null; lifeMs: number; maxMs: number | null },
): Promise<Date | undefined> {
  const [row] = await db.query(REPLACE_TOKEN, [tokenHash, newHash, now, lifeMs, maxMs])
  return row?.endsAt
}

const DELETE_SESSION = sql`delete from sessions where token_hash = $1 returning ${sessions('userId')}`

export async function deleteSession(db: Queryable, tokenHash: Uint8Array): Promise<string | undefined> {
  const [row] = await db.query(DELETE_SESSION, [tokenHash])
  return row?.userId
}

export interface ListedSession {
  id: string
  userAgent: string
  createdAt: Date
  lastUsedAt: Date
  /** The absolute end, regardless of use. */
  endsAt: Date
}

const FIND_SESSIONS_OF = sql`
  select encode(token_hash, 'hex') as ${out('id', 'text')},
         ${sessions('userAgent', 'createdAt', 'lastUsedAt', 'endsAt')} from sessions
  where user_id = $1 and expires_at > coalesce($2::timestamptz, clock_timestamp())
  order by last_used_at desc, created_at desc, token_hash`

export async function findSessionsOf(db: Queryable, userId: string, now: Date | null): Promise<ListedSession[]> {
  return db.query(FIND_SESSIONS_OF, [userId, now])
}

const DELETE_SESSION_OF = sql`delete from sessions where user_id = $1 and token_hash = decode($2, 'hex') returning 1`

export async function deleteSessionOf(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(DELETE_SESSION_OF, [userId, id])
  return rows.length === 1
}

const DELETE_ALL_SESSIONS = sql`delete from sessions where user_id = $1`

export async function deleteAllSessions(db: Queryable, userId: string): Promise<void> {
  await db.query(DELETE_ALL_SESSIONS, [userId])
}

const DELETE_SESSIONS_EXCEPT = sql`delete from sessions where user_id = $1 and token_hash <> $2 returning 1`

export async function deleteSessionsExcept(db: Queryable, userId: string, kept: Uint8Array): Promise<number> {
  const rows = await db.query(DELETE_SESSIONS_EXCEPT, [userId, kept])
  return rows.length
}
