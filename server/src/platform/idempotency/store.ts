import type { Queryable } from '../db/db.ts'

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

/** More than one, so that those of a busier past are gone some day too. */
const DROPPED_AT_ONCE = 10

/**
 * Notes that a request arrived, and answers what is known of its key: itself, or what came with the key before. Drops a
 * few answers that have had their time as well: nobody needs to come by for that.
 */
export async function claimKey(
  db: Queryable,
  { userId, call, key }: AnswerId,
  { requestHash, now, lifeMs }: { requestHash: string; now: Date | null; lifeMs: number },
): Promise<StoredAnswer> {
  await db.query(
    `with dropped as (
       delete from idempotent_answers where ctid = any (array (
         select ctid from idempotent_answers
         where created_at < coalesce($5::timestamptz, clock_timestamp()) - $6 * interval '1 millisecond'
           and (user_id, call, key) <> ($1, $2, $3)
         order by created_at limit ${DROPPED_AT_ONCE} for update skip locked)))
     insert into idempotent_answers as known (user_id, call, key, request_hash, created_at)
     values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()))
     on conflict (user_id, call, key) do update
       set request_hash = excluded.request_hash, status = null, body = null, created_at = excluded.created_at
       where known.created_at < excluded.created_at - $6 * interval '1 millisecond'`,
    [userId, call, key, requestHash, now, lifeMs],
  )
  const [row] = await db.query<StoredAnswer>(
    `select request_hash as "requestHash", status, body from idempotent_answers
     where user_id = $1 and call = $2 and key = $3`,
    [userId, call, key],
  )
  return row as StoredAnswer
}

export async function storeAnswer(
  db: Queryable,
  { userId, call, key }: AnswerId,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await db.query(
    `update idempotent_answers set status = $4, body = $5::jsonb
     where user_id = $1 and call = $2 and key = $3 and status is null`,
    [userId, call, key, status, JSON.stringify(body)],
  )
}

export interface KeptAnswer extends AnswerId, StoredAnswer {}

/** What was answered to any of these keys of one call and kept since. */
export async function findAnswers(
  db: Queryable,
  call: string,
  ids: readonly Pick<AnswerId, 'userId' | 'key'>[],
  { now, lifeMs }: { now: Date | null; lifeMs: number },
): Promise<KeptAnswer[]> {
  return db.query<KeptAnswer>(
    `select user_id as "userId", call, key, request_hash as "requestHash", status, body
     from answers_with_keys($2, $1, $3)
     where status is not null and created_at >= coalesce($4::timestamptz, clock_timestamp()) - $5 * interval '1 millisecond'`,
    [call, ids.map(({ userId }) => userId), ids.map(({ key }) => key), now, lifeMs],
  )
}

/** Keeps answers, in the transaction of what they answer. One that has had its time gives way. */
export async function insertAnswers(db: Queryable, answers: readonly KeptAnswer[], now: Date | null): Promise<void> {
  await db.query(
    `insert into idempotent_answers as known (user_id, call, key, request_hash, status, body, created_at)
     select user_id, call, key, request_hash, status, body::jsonb, coalesce($7::timestamptz, clock_timestamp())
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[])
       as answered (user_id, call, key, request_hash, status, body)
     on conflict (user_id, call, key) do update
       set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
           created_at = excluded.created_at`,
    [
      answers.map(({ userId }) => userId),
      answers.map(({ call }) => call),
      answers.map(({ key }) => key),
      answers.map(({ requestHash }) => requestHash),
      answers.map(({ status }) => status),
      answers.map(({ body }) => JSON.stringify(body)),
      now,
    ],
  )
}
