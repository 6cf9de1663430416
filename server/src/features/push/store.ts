import type { NotificationType } from '@aura/api/calls/notifications'
import type { Queryable } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, out, sql } from '#platform/db/sql'
import type { PushTarget } from './web-push.ts'

const pushSubscriptions = columns('push_subscriptions')
const t = columns('push_messages', 't')
const s = columns('push_subscriptions', 's')
const n = columns('notifications', 'n')
const l = columns('streaks', 'l')

export interface BrowserSubscription {
  userId: string
  sessionHash: Uint8Array
  target: PushTarget
}

const UPSERT_SUBSCRIPTION = sql`
  insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
  select $1::uuid, s.user_id, s.token_hash, $4, $5, $6 from sessions s
  where s.token_hash = $3 and s.user_id = $2 for key share
  on conflict (endpoint) do update set user_id = excluded.user_id, session_hash = excluded.session_hash,
    p256dh = excluded.p256dh, auth = excluded.auth
  returning ${pushSubscriptions('id')}`

/** Stores a subscription, which the browser's next user takes over. Returns false if the session ended. */
export async function upsertSubscription(
  tx: Queryable,
  { id, userId, sessionHash, target }: BrowserSubscription & { id: string },
): Promise<boolean> {
  const rows = await tx.query(UPSERT_SUBSCRIPTION, [
    id,
    userId,
    sessionHash,
    target.endpoint,
    target.p256dh,
    target.auth,
  ])
  return rows.length === 1
}

const HOLD_SESSION = sql`select 1 from sessions where token_hash = $1 and user_id = $2 for key share`

/** Locks the session until the transaction ends. Returns false if it has ended already. */
export async function holdSession(tx: Queryable, { userId, sessionHash }: BrowserSubscription): Promise<boolean> {
  const rows = await tx.query(HOLD_SESSION, [sessionHash, userId])
  return rows.length === 1
}

const DELETE_SURPLUS_SUBSCRIPTIONS = sql`
  delete from push_subscriptions where user_id = $1 and endpoint <> $3 and (session_hash = $2 or id in (
    select p.id from push_subscriptions p join sessions s on s.token_hash = p.session_hash
    where p.user_id = $1 and p.endpoint <> $3 and p.session_hash <> $2
    order by s.last_used_at desc, s.created_at desc, p.id offset $4
  ))`

/** Deletes the session's other subscriptions, and those above `most`, least recently used first. */
export async function deleteSurplusSubscriptions(
  tx: Queryable,
  { userId, sessionHash, endpoint, most }: { userId: string; sessionHash: Uint8Array; endpoint: string; most: number },
): Promise<void> {
  await tx.query(DELETE_SURPLUS_SUBSCRIPTIONS, [userId, sessionHash, endpoint, most - 1])
}

const LOCK_SUBSCRIPTION = sql`
  select ${pushSubscriptions('id')}, session_hash as ${out('sessionHash', 'bytea')} from push_subscriptions
  where user_id = $1 and endpoint = $2 and session_hash is not null for update`

export async function lockSubscription(
  tx: Queryable,
  userId: string,
  endpoint: string,
): Promise<{ id: string; sessionHash: Uint8Array } | undefined> {
  const [row] = await tx.query(LOCK_SUBSCRIPTION, [userId, endpoint])
  return row
}

const DELETE_OTHER_SUBSCRIPTION = sql`delete from push_subscriptions where endpoint = $1 and id <> $2`

export async function deleteOtherSubscription(tx: Queryable, endpoint: string, id: string): Promise<void> {
  await tx.query(DELETE_OTHER_SUBSCRIPTION, [endpoint, id])
}

const MOVE_SUBSCRIPTION = sql`
  update push_subscriptions set session_hash = $2, endpoint = $3, p256dh = $4, auth = $5 where id = $1`

/** Moves a subscription with its queued messages. */
export async function moveSubscription(
  tx: Queryable,
  id: string,
  { sessionHash, target }: BrowserSubscription,
): Promise<void> {
  await tx.query(MOVE_SUBSCRIPTION, [id, sessionHash, target.endpoint, target.p256dh, target.auth])
}

const DELETE_SUBSCRIPTION = sql`delete from push_subscriptions where user_id = $1 and endpoint = $2`

export async function deleteSubscription(db: Queryable, userId: string, endpoint: string): Promise<void> {
  await db.query(DELETE_SUBSCRIPTION, [userId, endpoint])
}

const HAS_SUBSCRIPTION = sql`
  select 1 from push_subscriptions where user_id = $1 and endpoint = $2 and session_hash is not null`

export async function hasSubscription(db: Queryable, userId: string, endpoint: string): Promise<boolean> {
  const rows = await db.query(HAS_SUBSCRIPTION, [userId, endpoint])
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
  createdAt: Date
  timeZone: string
}

interface UnderWay {
  people: readonly string[]
  hosts: readonly string[]
}

/** Number of due messages, oldest first, that a claim considers. */
const LOOKED_AT = 200

const TAKE_PUSHES = sql`
  with due as (
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
  select ${t('notificationId', 'subscriptionId', 'attempts')},
         ${s('userId', 'endpoint', 'p256dh', 'auth')}, ${n('type', 'title', 'message', 'relatedId', 'createdAt')},
         ${l('timeZone')}
  from taken t join push_subscriptions s on s.id = t.subscription_id join notifications n on n.id = t.notification_id
  join streaks l on l.user_id = s.user_id`

/** Claims messages for `leaseMs`, one per user. */
export async function takePushes(
  db: Queryable,
  { now, limit, leaseMs, full }: { now: Date | null; limit: number; leaseMs: number; full: UnderWay },
): Promise<DuePush[]> {
  return db.query(TAKE_PUSHES, [now, limit, leaseMs, full.people, full.hosts])
}

type Named = Pick<DuePush, 'notificationId' | 'subscriptionId'>

const DELETE_PUSH = sql`
  delete from push_messages where notification_id = $1 and subscription_id = $2 and attempts = $3`

/** Deletes a sent message, unless a notification that replaced its own has queued it again. */
export async function deletePush(
  db: Queryable,
  { notificationId, subscriptionId, attempts }: Named & Pick<DuePush, 'attempts'>,
): Promise<void> {
  await db.query(DELETE_PUSH, [notificationId, subscriptionId, attempts])
}

const POSTPONE_PUSH = sql`
  update push_messages set due_at = coalesce($3::timestamptz, clock_timestamp()) + $4 * interval '1 millisecond'
  where notification_id = $1 and subscription_id = $2`

export async function postponePush(
  db: Queryable,
  { notificationId, subscriptionId }: Named,
  { now, ms }: { now: Date | null; ms: number },
): Promise<void> {
  await db.query(POSTPONE_PUSH, [notificationId, subscriptionId, now, ms])
}

const DELETE_GONE_SUBSCRIPTION = sql`delete from push_subscriptions where id = $1 and endpoint = $2`

/** Deletes a subscription with its queued messages, unless it has moved to another address since. */
export async function deleteGoneSubscription(
  db: Queryable,
  { subscriptionId, endpoint }: Pick<DuePush, 'subscriptionId' | 'endpoint'>,
): Promise<void> {
  await db.query(DELETE_GONE_SUBSCRIPTION, [subscriptionId, endpoint])
}

export const msUntilPush = msUntil('min(due_at)', 'push_messages')

const DETACH_SUBSCRIPTIONS = sql`
  update push_subscriptions s set session_hash = null
  where s.user_id = $1 and s.session_hash is distinct from $2
    and exists (select from push_messages m join notifications n on n.id = m.notification_id
                where m.subscription_id = s.id and n.type = 'security')`

const DELETE_OTHER_PUSHES = sql`
  delete from push_messages m using push_subscriptions s, notifications n
  where m.subscription_id = s.id and n.id = m.notification_id
    and s.user_id = $1 and s.session_hash is null and n.type <> 'security'`

/** Keeps queued security notices deliverable when all sessions but `kept` end. Those browsers get no other messages. */
export async function keepSecurityPushes(tx: Queryable, userId: string, kept: Uint8Array | null): Promise<void> {
  await tx.query(DETACH_SUBSCRIPTIONS, [userId, kept])
  await tx.query(DELETE_OTHER_PUSHES, [userId])
}

const DELETE_SPENT_SUBSCRIPTION = sql`
  delete from push_subscriptions s where s.id = $1 and s.session_hash is null
  and not exists (select from push_messages m where m.subscription_id = s.id)`

/** Deletes a subscription without a session and with an empty queue. */
export async function deleteSpentSubscription(db: Queryable, id: string): Promise<void> {
  await db.query(DELETE_SPENT_SUBSCRIPTION, [id])
}

const HAS_TARGET = sql`
  select 1 from push_subscriptions
  where user_id = $1 and endpoint = $2 and p256dh = $3 and auth = $4 and session_hash is not null`

export async function hasTarget(db: Queryable, { userId, target }: BrowserSubscription): Promise<boolean> {
  const rows = await db.query(HAS_TARGET, [userId, target.endpoint, target.p256dh, target.auth])
  return rows.length > 0
}
