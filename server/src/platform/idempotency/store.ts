import { columns, out, sql } from '#platform/db/sql'
import type { Queryable } from '../db/db.ts'

const idempotentAnswers = columns('idempotent_answers')

export interface AnswerId {
  userId: string
  call: string
  key: string
}

export interface StoredAnswer {
  requestHash: string
  status: number | null
  body: unknown
}

export interface KnownRequest extends StoredAnswer {
  isRunning: boolean
  hasReachedOut: boolean
}

const CLAIM_KEY = sql`
  insert into idempotent_answers as known (user_id, call, key, request_hash, created_at, attempt, attempt_until)
  values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()), $7,
          coalesce($5::timestamptz, clock_timestamp()) + $8 * interval '1 millisecond')
  on conflict (user_id, call, key) do update
    set request_hash = excluded.request_hash, status = null, body = null, has_reached_out = false,
        attempt = excluded.attempt, attempt_until = excluded.attempt_until,
        created_at = case when known.created_at < excluded.created_at - $6 * interval '1 millisecond'
                          then excluded.created_at else known.created_at end
    where known.created_at < excluded.created_at - $6 * interval '1 millisecond'
       or (known.status is null and known.request_hash = excluded.request_hash and not known.has_reached_out
           and (known.attempt is null or known.attempt_until < excluded.created_at))
  returning 1`

const FIND_CLAIMED = sql`
  select ${idempotentAnswers('requestHash', 'status', 'body', 'hasReachedOut')},
         attempt is not null and attempt_until >= coalesce($4::timestamptz, clock_timestamp())
           as ${out('isRunning', 'boolean')}
  from idempotent_answers where user_id = $1 and call = $2 and key = $3`

/**
 * Claims a key for an attempt. One of several concurrent attempts gets it, and undefined; the others get the known
 * state: a response, a running attempt, or one with an unfinished outside effect. An attempt older than `runMs` is
 * presumed dead.
 */
export async function claimKey(
  db: Queryable,
  { userId, call, key }: AnswerId,
  {
    requestHash,
    attempt,
    now,
    lifeMs,
    runMs,
  }: { requestHash: string; attempt: string; now: Date | null; lifeMs: number; runMs: number },
): Promise<KnownRequest | undefined> {
  const claimed = await db.query(CLAIM_KEY, [userId, call, key, requestHash, now, lifeMs, attempt, runMs])
  if (claimed.length > 0) return undefined
  const [row] = await db.query(FIND_CLAIMED, [userId, call, key, now])
  // The row was deleted between the two statements, and a retry finds the key free.
  return row ?? { requestHash, status: null, body: null, isRunning: true, hasReachedOut: false }
}

const STORE_ANSWER = sql`
  update idempotent_answers set status = $5, body = $6::jsonb, attempt = null, attempt_until = null
  where user_id = $1 and call = $2 and key = $3 and attempt = $4`

export async function storeAnswer(
  db: Queryable,
  { userId, call, key }: AnswerId,
  attempt: string,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await db.query(STORE_ANSWER, [userId, call, key, attempt, status, JSON.stringify(body)])
}

const RELEASE_KEY = sql`
  update idempotent_answers set attempt = null, attempt_until = null
  where user_id = $1 and call = $2 and key = $3 and attempt = $4`

/** Releases the key of an attempt that stored no response, so that another may run. */
export async function releaseKey(db: Queryable, { userId, call, key }: AnswerId, attempt: string): Promise<void> {
  await db.query(RELEASE_KEY, [userId, call, key, attempt])
}

const UPDATE_REACHED_OUT = sql`
  update idempotent_answers set has_reached_out = $5
  where user_id = $1 and call = $2 and key = $3 and attempt = $4 returning 1`

/** Updates the attempt. Returns whether the key is still its own. */
export async function updateReachedOut(
  db: Queryable,
  { userId, call, key }: AnswerId,
  { attempt, hasReachedOut }: { attempt: string; hasReachedOut: boolean },
): Promise<boolean> {
  const rows = await db.query(UPDATE_REACHED_OUT, [userId, call, key, attempt, hasReachedOut])
  return rows.length > 0
}

export interface KeptAnswer extends AnswerId, StoredAnswer {}

const FIND_ANSWERS = sql`
  select ${idempotentAnswers('userId', 'call', 'key', 'requestHash', 'status', 'body')}
  from answers_with_keys($2, $1, $3)
  where status is not null and created_at >= coalesce($4::timestamptz, clock_timestamp()) - $5 * interval '1 millisecond'`

export async function findAnswers(
  db: Queryable,
  call: string,
  ids: readonly Pick<AnswerId, 'userId' | 'key'>[],
  { now, lifeMs }: { now: Date | null; lifeMs: number },
): Promise<KeptAnswer[]> {
  return db.query(FIND_ANSWERS, [call, ids.map(({ userId }) => userId), ids.map(({ key }) => key), now, lifeMs])
}

const INSERT_ANSWERS = sql`
  insert into idempotent_answers as known (user_id, call, key, request_hash, status, body, created_at)
  select user_id, call, key, request_hash, status, body::jsonb, coalesce($7::timestamptz, clock_timestamp())
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[])
    as answered (user_id, call, key, request_hash, status, body)
  on conflict (user_id, call, key) do update
    set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
        created_at = excluded.created_at`

/** Stores responses in the transaction of the effects. Replaces expired ones. */
export async function insertAnswers(db: Queryable, answers: readonly KeptAnswer[], now: Date | null): Promise<void> {
  await db.query(INSERT_ANSWERS, [
    answers.map(({ userId }) => userId),
    answers.map(({ call }) => call),
    answers.map(({ key }) => key),
    answers.map(({ requestHash }) => requestHash),
    answers.map(({ status }) => status),
    answers.map(({ body }) => JSON.stringify(body)),
    now,
  ])
}

const DELETE_SURPLUS_ANSWERS = sql`
  delete from idempotent_answers a
  using (
    select call, key, row_number() over newest as place,
           sum(coalesce(pg_column_size(body), 0)) over (newest rows unbounded preceding) as bytes
    from idempotent_answers where user_id = $1 window newest as (order by created_at desc, call, key)) ranked
  where a.user_id = $1 and a.call = ranked.call and a.key = ranked.key and (ranked.place > $2 or ranked.bytes > $3)
    and a.attempt is null and not a.has_reached_out`

/** Deletes the user's oldest responses beyond a number and a size. Keeps running requests and outside effects. */
export async function deleteSurplusAnswers(
  db: Queryable,
  userId: string,
  { answers, bytes }: { answers: number; bytes: number },
): Promise<void> {
  await db.query(DELETE_SURPLUS_ANSWERS, [userId, answers, bytes])
}

const DELETE_ANSWERS_NAMING = sql`
  delete from idempotent_answers
  where user_id = any($2::uuid[])
    and (position($1::text in body::text) > 0 or (status is null and call like $3))`

/** Deletes these users' responses that contain an id, and those of running calls like `alsoRunning`. */
export async function deleteAnswersNaming(
  db: Queryable,
  id: string,
  { of, alsoRunning }: { of: readonly string[]; alsoRunning: string },
): Promise<void> {
  await db.query(DELETE_ANSWERS_NAMING, [id, of, alsoRunning])
}
