import type { NotificationType } from '@aura/api/calls/notifications'
import type { Queryable } from '#platform/db/db'
import type { PushTarget } from '#platform/push/push'

export interface BrowserSubscription {
  userId: string
  sessionHash: Uint8Array
  target: PushTarget
}

/** The next user to sign in in that browser takes it over. Returns false if the session ended meanwhile. */
export async function upsertSubscription(
  tx: Queryable,
  { id, userId, sessionHash, target }: BrowserSubscription & { id: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
     select $1::uuid, s.user_id, s.token_hash, $4, $5, $6 from sessions s
     where s.token_hash = $3 and s.user_id = $2 for key share
     on conflict (endpoint) do update set user_id = excluded.user_id, session_hash = excluded.session_hash,
       p256dh = excluded.p256dh, auth = excluded.auth
     returning id`,
    [id, userId, sessionHash, target.endpoint, target.p256dh, target.auth],
  )
  return rows.length === 1
}

/** Keeps the session alive until the transaction ends. Returns false if it has ended already. */
export async function holdSession(tx: Queryable, { userId, sessionHash }: BrowserSubscription): Promise<boolean> {
  const rows = await tx.query('select 1 from sessions where token_hash = $1 and user_id = $2 for key share', [
    sessionHash,
    userId,
  ])
  return rows.length === 1
}

/**
 * Deletes other subscriptions of the session of `endpoint`, and those above `most`, least recently used sessions first.
 */
export async function deleteSurplusSubscriptions(
  tx: Queryable,
  { userId, sessionHash, endpoint, most }: { userId: string; sessionHash: Uint8Array; endpoint: string; most: number },
): Promise<void> {
  await tx.query(
    `delete from push_subscriptions where user_id = $1 and endpoint <> $3 and (session_hash = $2 or id in (
       select p.id from push_subscriptions p join sessions s on s.token_hash = p.session_hash
       where p.user_id = $1 and p.endpoint <> $3 and p.session_hash <> $2
       order by s.last_used_at desc, s.created_at desc, p.id offset $4
     ))`,
    [userId, sessionHash, endpoint, most - 1],
  )
}

export async function lockSubscription(
  tx: Queryable,
  userId: string,
  endpoint: string,
): Promise<{ id: string; sessionHash: Uint8Array } | undefined> {
  const [row] = await tx.query<{ id: string; sessionHash: Uint8Array }>(
    `select id, session_hash as "sessionHash" from push_subscriptions
     where user_id = $1 and endpoint = $2 and session_hash is not null for update`,
    [userId, endpoint],
  )
  return row
}

export async function deleteOtherSubscription(tx: Queryable, endpoint: string, id: string): Promise<void> {
  await tx.query('delete from push_subscriptions where endpoint = $1 and id <> $2', [endpoint, id])
}

/** Keeps its queued messages. */
export async function moveSubscription(
  tx: Queryable,
  id: string,
  { sessionHash, target }: BrowserSubscription,
): Promise<void> {
  await tx.query(
    'update push_subscriptions set session_hash = $2, endpoint = $3, p256dh = $4, auth = $5 where id = $1',
    [id, sessionHash, target.endpoint, target.p256dh, target.auth],
  )
}

export async function deleteSubscription(db: Queryable, userId: string, endpoint: string): Promise<void> {
  await db.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint])
}

export async function hasSubscription(db: Queryable, userId: string, endpoint: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from push_subscriptions where user_id = $1 and endpoint = $2 and session_hash is not null',
    [userId, endpoint],
  )
  return rows.length > 0
}

export interface DuePush extends PushTarget {
  notificationId: string
  subscriptionId: string
  userId: string
  attempts: number
  type: NotificationType
  title: string
  message: string
  relatedId: string | null
}

interface UnderWay {
  people: readonly string[]
  hosts: readonly string[]
}

/** Due messages, oldest first, considered per claim. */
const LOOKED_AT = 200

/** One per user, for `leaseMs`. */
export async function takePushes(
  db: Queryable,
  { now, limit, leaseMs, full }: { now: Date | null; limit: number; leaseMs: number; full: UnderWay },
): Promise<DuePush[]> {
  return db.query<DuePush>(
    `with due as (
       select m.notification_id, m.subscription_id, m.due_at, s.user_id
       from push_messages m join push_subscriptions s on s.id = m.subscription_id
       where m.due_at <= coalesce($1::timestamptz, clock_timestamp())
         and s.user_id <> all($4::uuid[]) and split_part(s.endpoint, '/', 3) <> all($5::text[])
       order by m.due_at limit ${LOOKED_AT} for update of m skip locked
     ), first as (
       select distinct on (user_id) * from due order by user_id, due_at, subscription_id, notification_id
     ), chosen as (
       select * from first order by due_at limit $2
     ), taken as (
       update push_messages m
       set attempts = m.attempts + 1,
           due_at = coalesce($1::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
       from chosen c where m.notification_id = c.notification_id and m.subscription_id = c.subscription_id
       returning m.notification_id, m.subscription_id, m.attempts
     )
     select t.notification_id as "notificationId", t.subscription_id as "subscriptionId", t.attempts,
            s.user_id as "userId", s.endpoint, s.p256dh, s.auth, n.type, n.title, n.message, n.related_id as "relatedId"
     from taken t join push_subscriptions s on s.id = t.subscription_id join notifications n on n.id = t.notification_id`,
    [now, limit, leaseMs, full.people, full.hosts],
  )
}

type Named = Pick<DuePush, 'notificationId' | 'subscriptionId'>

export async function deletePush(db: Queryable, { notificationId, subscriptionId }: Named): Promise<void> {
  await db.query('delete from push_messages where notification_id = $1 and subscription_id = $2', [
    notificationId,
    subscriptionId,
  ])
}

export async function postponePush(
  db: Queryable,
  { notificationId, subscriptionId }: Named,
  { now, ms }: { now: Date | null; ms: number },
): Promise<void> {
  await db.query(
    `update push_messages set due_at = coalesce($3::timestamptz, clock_timestamp()) + $4 * interval '1 millisecond'
     where notification_id = $1 and subscription_id = $2`,
    [notificationId, subscriptionId, now, ms],
  )
}

/** Deletes its queued messages, too. */
export async function deleteGoneSubscription(db: Queryable, id: string): Promise<void> {
  await db.query('delete from push_subscriptions where id = $1', [id])
}

/** Null when nothing is queued. */
export async function msUntilPush(db: Queryable, now: Date | null): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(
    `select extract(epoch from min(due_at) - coalesce($1::timestamptz, clock_timestamp()))::float8 * 1000 as ms
     from push_messages`,
    [now],
  )
  return row?.ms ?? null
}

/**
 * Queued security notifications stay deliverable when all sessions but `kept` end. Those browsers receive nothing else.
 */
export async function keepSecurityPushes(tx: Queryable, userId: string, kept: Uint8Array | null): Promise<void> {
  await tx.query(
    `update push_subscriptions s set session_hash = null
     where s.user_id = $1 and s.session_hash is distinct from $2
       and exists (select from push_messages m join notifications n on n.id = m.notification_id
                   where m.subscription_id = s.id and n.type = 'security')`,
    [userId, kept],
  )
  await tx.query(
    `delete from push_messages m using push_subscriptions s, notifications n
     where m.subscription_id = s.id and n.id = m.notification_id
       and s.user_id = $1 and s.session_hash is null and n.type <> 'security'`,
    [userId],
  )
}

/** Only one without a session and with an empty queue. */
export async function deleteSpentSubscription(db: Queryable, id: string): Promise<void> {
  await db.query(
    `delete from push_subscriptions s where s.id = $1 and s.session_hash is null
       and not exists (select from push_messages m where m.subscription_id = s.id)`,
    [id],
  )
}

export async function hasTarget(db: Queryable, { userId, target }: BrowserSubscription): Promise<boolean> {
  const rows = await db.query(
    `select 1 from push_subscriptions
     where user_id = $1 and endpoint = $2 and p256dh = $3 and auth = $4 and session_hash is not null`,
    [userId, target.endpoint, target.p256dh, target.auth],
  )
  return rows.length > 0
}
