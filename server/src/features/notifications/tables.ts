import type { NotificationType } from '@aura/api/calls/notifications'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { deleted, erased, personal } from '#platform/personal-data'
import { sessions } from '../../platform/session/tables.ts'
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
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('notifications_key').on(table.userId, table.key),
    index('notifications_newest').on(table.userId, table.position),
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
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
)

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * A browser's subscription lasts as long as its session. One whose session ended with a security notice has no session:
 * it gets that notice and is then deleted.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    sessionHash: bytea('session_hash').references(() => sessions.tokenHash, {
      onDelete: 'cascade',
      onUpdate: 'cascade',
    }),
    endpoint: text().notNull().unique('push_subscriptions_endpoint'),
    p256dh: text().notNull(),
    auth: text().notNull(),
  },
  (table) => [
    index('push_subscriptions_by_user').on(table.userId),
    index('push_subscriptions_by_session').on(table.sessionHash),
  ],
)

export const pushMessages = pgTable(
  'push_messages',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.subscriptionId] }),
    index('push_messages_due').on(table.dueAt),
    index('push_messages_by_subscription').on(table.subscriptionId),
  ],
)

export const notificationsPersonal = [
  personal(notifications, {
    columns: {
      id: 'other',
      userId: erased('notifications'),
      // They show the person's name to others.
      actorId: erased('notifications'),
    },
    download: {
      notifications: `select type, title, message, related_id, actor_id, is_read, created_at from notifications
                  where user_id = $1 order by position`,
    },
  }),
  personal(pushSubscriptions, {
    columns: { id: 'other', userId: deleted('notified_browsers') },
    download: {
      notified_browsers: 'select endpoint from push_subscriptions where user_id = $1 order by endpoint',
    },
  }),
  personal(notificationMutes, {
    columns: { userId: deleted('notifications_turned_off') },
    download: {
      notifications_turned_off: 'select type from notification_mutes where user_id = $1 order by type',
    },
  }),
  personal(pushMessages, {
    columns: { notificationId: 'other', subscriptionId: 'other' },
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    notifications: typeof notifications.$inferSelect
    notification_mutes: typeof notificationMutes.$inferSelect
    push_subscriptions: typeof pushSubscriptions.$inferSelect
    push_messages: typeof pushMessages.$inferSelect
  }
}
