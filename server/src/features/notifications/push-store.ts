import type { Queryable } from '#platform/db/db'
import type { PushTarget } from '#platform/push/push'

/** The browser of somebody's session, and where it takes messages. */
export interface BrowserSubscription {
  userId: string
  sessionHash: Uint8Array
  target: PushTarget
}

/**
 * A browser has one subscription; whoever signs in there next takes it over. Returns false, and changes nothing, when the
 * session has ended meanwhile.
 */
export async function upsertSubscription(
  db: Queryable,
  { id, userId, sessionHash, target }: BrowserSubscription & { id: string },
): Promise<boolean> {
  const rows = await db.query(
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

/** Keeps a session from ending until the transaction does. Returns false when it has ended already. */
export async function holdSession(tx: Queryable, { userId, sessionHash }: BrowserSubscription): Promise<boolean> {
  const rows = await tx.query('select 1 from sessions where token_hash = $1 and user_id = $2 for key share', [
    sessionHash,
    userId,
  ])
  return rows.length === 1
}

/** Its id, held until the transaction ends; undefined where there is none. */
export async function lockSubscription(tx: Queryable, userId: string, endpoint: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'select id from push_subscriptions where user_id = $1 and endpoint = $2 for update',
    [userId, endpoint],
  )
  return row?.id
}

/** What another subscription says of an address is over when one takes it. */
export async function deleteOtherSubscription(tx: Queryable, endpoint: string, id: string): Promise<void> {
  await tx.query('delete from push_subscriptions where endpoint = $1 and id <> $2', [endpoint, id])
}

/** With the messages that wait for it. */
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
  const rows = await db.query('select 1 from push_subscriptions where user_id = $1 and endpoint = $2', [
    userId,
    endpoint,
  ])
  return rows.length > 0
}

export interface DuePush extends PushTarget {
  notificationId: string
  subscriptionId: string
  attempts: number
  type: string
  title: string
  message: string
  relatedId: string | null
}

/** Takes messages that are due, and lets nobody else have them for `leaseMs`. */
export async function takePushes(
  db: Queryable,
  { now, limit, leaseMs }: { now: Date | null; limit: number; leaseMs: number },
): Promise<DuePush[]> {
  return db.query<DuePush>(
    `with due as (
       select notification_id, subscription_id from push_messages
       where due_at <= coalesce($1::timestamptz, clock_timestamp())
       order by due_at limit $2 for update skip locked
     ), taken as (
       update push_messages m
       set attempts = m.attempts + 1,
           due_at = coalesce($1::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
       from due where m.notification_id = due.notification_id and m.subscription_id = due.subscription_id
       returning m.notification_id, m.subscription_id, m.attempts
     )
     select t.notification_id as "notificationId", t.subscription_id as "subscriptionId", t.attempts, s.endpoint,
            s.p256dh, s.auth, n.type, n.title, n.message, n.related_id as "relatedId"
     from taken t join push_subscriptions s on s.id = t.subscription_id join notifications n on n.id = t.notification_id`,
    [now, limit, leaseMs],
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

/** With the messages that wait for it. */
export async function deleteGoneSubscription(db: Queryable, id: string): Promise<void> {
  await db.query('delete from push_subscriptions where id = $1', [id])
}

/** Null when nothing waits to be sent. */
export async function msUntilPush(db: Queryable, now: Date | null): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(
    `select extract(epoch from min(due_at) - coalesce($1::timestamptz, clock_timestamp()))::float8 * 1000 as ms
     from push_messages`,
    [now],
  )
  return row?.ms ?? null
}
