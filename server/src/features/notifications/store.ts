import type { NotificationChannel, NotificationType } from '@aura/api/calls/notifications'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable } from '#platform/db/db'
import { columns, type RowOf, sql } from '#platform/db/sql'

const n = columns('notifications', 'n')
const l = columns('streaks', 'l?')
const u = columns('user_profiles', 'u?')
const notifications = columns('notifications')
const notificationMutes = columns('notification_mutes')

export interface NewRow {
  id: string
  userId: string
  key: string
  type: NotificationType
  title: string
  message: string
  relatedId: string | null
  actorId: string | null
  isOwn: boolean
}

const INSERT_MISSING = sql`
  insert into notifications (id, user_id, key, type, title, message, related_id, actor_id, created_at, in_bell, to_devices,
    from_stranger)
  select id, user_id, key, type, title, message, related_id, actor_id, coalesce($10::timestamptz, clock_timestamp()),
         in_bell, to_devices, actor_id is not null and actor_id <> user_id and not is_own
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::boolean[])
    with ordinality as new (id, user_id, key, type, title, message, related_id, actor_id, is_own, place)
  cross join lateral (
    select count(*) filter (where m.channel = 'bell') = 0 as in_bell,
           count(*) filter (where m.channel = 'device') = 0 as to_devices
    from notification_mutes m where m.user_id = new.user_id and m.type = new.type) wanted
  where in_bell or to_devices
  order by place
  on conflict (user_id, key) do nothing returning ${notifications('type')}`

/** Inserts notifications in order, but none known or muted in both channels. Returns the types inserted. */
export async function insertMissing(
  db: Queryable,
  rows: readonly NewRow[],
  now: Date | null,
): Promise<{ type: string }[]> {
  const column = (name: keyof NewRow) => rows.map((row) => row[name])
  return db.query(INSERT_MISSING, [
    column('id'),
    column('userId'),
    column('key'),
    column('type'),
    column('title'),
    column('message'),
    column('relatedId'),
    column('actorId'),
    column('isOwn'),
    now,
  ])
}

const DELETE_REPLACED = sql`
  delete from notifications n using unnest($1::uuid[], $2::text[]) as replaced (user_id, key)
  where n.user_id = replaced.user_id and n.key = replaced.key returning ${n('id', 'userId', 'key')}`

/** Deletes notifications that new ones with their keys replace, with their queued pushes. Returns those deleted. */
export async function deleteReplaced(
  tx: Queryable,
  by: readonly Pick<NewRow, 'userId' | 'key'>[],
): Promise<RowOf<typeof DELETE_REPLACED>[]> {
  if (by.length === 0) return []
  return tx.query(DELETE_REPLACED, [by.map(({ userId }) => userId), by.map(({ key }) => key)])
}

const DELETE_SURPLUS_SECURITY = sql`
  delete from notifications n
  using (select id, row_number() over (partition by user_id, title order by position desc) as place
         from notifications where user_id = any($1::uuid[]) and type = 'security') ranked
  where ranked.id = n.id and ranked.place > $2`

/** Deletes security notices beyond the newest `kept` of each kind, which its title names. */
export async function deleteSurplusSecurity(tx: Queryable, userIds: readonly string[], kept: number): Promise<void> {
  if (userIds.length > 0) await tx.query(DELETE_SURPLUS_SECURITY, [userIds, kept])
}

const INSERT_FOR_DEVICES = sql`
  insert into notifications (id, user_id, key, type, title, message, created_at, in_bell, to_devices)
  select $1::uuid, $2::uuid, $3, $4, $5, $6, coalesce($7::timestamptz, clock_timestamp()), false, false
  where not exists (select 1 from notification_mutes where user_id = $2 and type = $4 and channel = 'device')
  on conflict (user_id, key) do nothing returning ${notifications('id')}`

/** Inserts a notification unless it exists or its type is muted on devices. Returns whether it did. */
export async function insertForDevices(
  db: Queryable,
  { id, userId, key, type, title, message }: Omit<NewRow, 'relatedId' | 'actorId' | 'isOwn'>,
  now: Date | null,
): Promise<boolean> {
  const rows = await db.query(INSERT_FOR_DEVICES, [id, userId, key, type, title, message, now])
  return rows.length === 1
}

export interface NotificationRow {
  id: string
  type: NotificationType
  title: string
  message: string
  isRead: boolean
  createdAt: Date
  relatedId: string | null
  fromStranger: boolean
  actor: { id: string; username: string; profileImageUrl: string | null; currentStreak: number } | null
}

const FIND_NEWEST = sql`
  select ${n('id', 'type', 'title', 'message', 'isRead', 'createdAt', 'relatedId', 'fromStranger')},
         ${l({ actorId: 'userId' })}, ${u('username', 'profileImageUrl')}, ${streakColumns('l?')}
  from (
    (select * from notifications where user_id = $1 and in_bell and type = 'security' order by position desc limit $2)
    union all
    (select * from notifications where user_id = $1 and in_bell and type <> 'security' and not from_stranger
     order by position desc limit $2)
    union all
    (select * from notifications where user_id = $1 and in_bell and type <> 'security' and from_stranger
     order by position desc limit $2)
  ) n left join user_profiles u on u.id = n.actor_id left join streaks l on l.user_id = u.id
  order by n.type = 'security' and (not n.is_read or n.created_at > $3) desc, n.position desc`

/**
 * Returns the security notices, the newest from strangers and the newest of the others, with streaks as of `at`: unread
 * and recent security notices first, then newest first.
 */
export async function findNewest(
  db: Queryable,
  { userId, count, at, onTopMs }: { userId: string; count: number; at: Date; onTopMs: number },
): Promise<NotificationRow[]> {
  const rows = await db.query(FIND_NEWEST, [userId, count, new Date(at.getTime() - onTopMs)])
  return rows.map(
    ({
      id,
      type,
      title,
      message,
      isRead,
      createdAt,
      relatedId,
      fromStranger,
      timeZone,
      days,
      excusedDays,
      restDays,
      ...row
    }) => ({
      id,
      type,
      title,
      message,
      isRead,
      createdAt,
      relatedId,
      fromStranger,
      actor:
        row.actorId === null ||
        row.username === null ||
        timeZone === null ||
        days === null ||
        excusedDays === null ||
        restDays === null
          ? null
          : {
              id: row.actorId,
              username: row.username,
              profileImageUrl: row.profileImageUrl,
              currentStreak: readStreak({ ...row, timeZone, days, excusedDays, restDays }, at),
            },
    }),
  )
}

const UPDATE_READ = sql`
  update notifications set is_read = true where id = $1 and user_id = $2 returning ${notifications('id')}`

/** Marks it as read. Returns whether the user has it, read before or not. */
export async function updateRead(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(UPDATE_READ, [id, userId])
  return rows.length === 1
}

const UPDATE_ALL_READ = sql`update notifications set is_read = true where user_id = $1 and not is_read`

export async function updateAllRead(db: Queryable, userId: string): Promise<void> {
  await db.query(UPDATE_ALL_READ, [userId])
}

const FIND_MUTED = sql`select ${notificationMutes('type', 'channel')} from notification_mutes where user_id = $1`

export async function findMuted(db: Queryable, userId: string): Promise<RowOf<typeof FIND_MUTED>[]> {
  return db.query(FIND_MUTED, [userId])
}

const INSERT_MUTES = sql`
  with person as (select id from user_profiles where id = $1 and deleted_at is null for share)
  insert into notification_mutes (user_id, type, channel)
  select p.id, $2, channel from person p cross join unnest($3::text[]) channel
  on conflict do nothing`

type Channels = readonly NotificationChannel[]

export async function insertMutes(db: Queryable, userId: string, type: string, channels: Channels): Promise<void> {
  await db.query(INSERT_MUTES, [userId, type, channels])
}

const DELETE_MUTES = sql`
  delete from notification_mutes where user_id = $1 and type = $2 and channel = any($3::text[])`

export async function deleteMutes(db: Queryable, userId: string, type: string, channels: Channels): Promise<void> {
  await db.query(DELETE_MUTES, [userId, type, channels])
}

const DELETE_NOTIFICATIONS_OF = sql`
  delete from notifications where user_id = $1 or actor_id = $1 or related_id = $1::text
  returning ${notifications('userId')}`

/** Deletes a user's notifications and others' that name the user. Returns the users whose lists changed. */
export async function deleteNotificationsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query(DELETE_NOTIFICATIONS_OF, [userId])
  return rows.map((row) => row.userId)
}

const DELETE_NOTIFICATIONS_ABOUT = sql`
  delete from notifications where related_id = any($1::text[]) returning ${notifications('userId')}`

/** Deletes notifications about these. Returns the users whose lists changed. */
export async function deleteNotificationsAbout(db: Queryable, relatedIds: readonly string[]): Promise<string[]> {
  const rows = await db.query(DELETE_NOTIFICATIONS_ABOUT, [relatedIds])
  return rows.map((row) => row.userId)
}
