import type { NotificationChannel, NotificationType } from '@aura/api/calls/notifications'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { deleted, erased, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    key: text().notNull(),
    type: text().$type<NotificationType>().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    relatedId: text('related_id'),
    actorId: uuid('actor_id').references(() => users.id),
    isRead: boolean('is_read').notNull().default(false),
    /** Channels that its owner wanted for its type when it was made. */
    inBell: boolean('in_bell').notNull().default(true),
    toDevices: boolean('to_devices').notNull().default(true),
    /** Whether the actor is a stranger. Triggers clear it if the owner knows the actor. */
    fromStranger: boolean('from_stranger').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('notifications_key').on(table.userId, table.key),
    index('notifications_newest').on(table.userId, table.position),
    index('notifications_of_strangers').on(table.userId, table.position).where(sql`${table.fromStranger}`),
    index('notifications_of_security').on(table.userId, table.position).where(sql`${table.type} = 'security'`),
    // Index by which old notifications are removed.
    index('notifications_read_by_age').on(table.createdAt).where(sql`${table.isRead} or not ${table.inBell}`),
    index('notifications_unread_by_age').on(table.createdAt).where(sql`not ${table.isRead} and ${table.inBell}`),
    // The deletion of an account finds rows by these two indexes.
    index('notifications_by_actor').on(table.actorId).where(sql`${table.actorId} is not null`),
    index('notifications_by_related').on(table.relatedId).where(sql`${table.relatedId} is not null`),
    index('notifications_unread').on(table.userId).where(sql`not ${table.isRead}`),
    check('notifications_not_blank', sql`${table.title} <> '' and ${table.key} <> ''`),
  ],
)

export const notificationMutes = pgTable(
  'notification_mutes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    type: text().$type<NotificationType>().notNull(),
    channel: text().$type<NotificationChannel>().notNull().default('bell'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.type, table.channel] }),
    check('notification_mutes_channel', sql`${table.channel} in ('bell', 'device')`),
  ],
)

export const notificationsPersonal = [
  personal(notifications, {
    columns: {
      id: 'other',
      userId: erased('notifications'),
      // These columns show the person's name to others.
      actorId: erased('notifications'),
    },
    download: {
      notifications: `select type, title, message, related_id, actor_id, is_read, from_stranger, created_at from notifications
                  where user_id = $1 order by position`,
    },
  }),
  personal(notificationMutes, {
    columns: { userId: deleted('notifications_turned_off') },
    download: {
      notifications_turned_off:
        'select type, channel from notification_mutes where user_id = $1 order by type, channel',
    },
  }),
]

export const notificationsRetention = [
  trimmed(notifications, {
    read: {
      keptMs: ({ readNotificationMs }) => readNotificationMs,
      where: '(r.is_read or not r.in_bell) and r.created_at < $1',
      oldest: 'r.created_at',
    },
    unread: {
      keptMs: ({ notificationMs }) => notificationMs,
      where: 'not r.is_read and r.in_bell and r.created_at < $1',
      oldest: 'r.created_at',
    },
  }),
  bounded(notificationMutes, 'one row for each user, type and channel'),
]

declare module '#platform/db/sql' {
  interface Tables {
    notifications: typeof notifications.$inferSelect
    notification_mutes: typeof notificationMutes.$inferSelect
  }
}
