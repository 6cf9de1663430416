import type { NotificationType } from '@aura/api/calls/notifications'
import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'
import { sessions } from '../../platform/session/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Subscriptions, which last as long as their session; an ended one's remaining security notice is sent first. */
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

/** Queued messages. A trigger on notifications queues them in the transaction that inserts the notification. */
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

/** Numbers of messages of a type since `startedAt`: queued by the trigger, and held back for a digest. */
export const pushHours = pgTable(
  'push_hours',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    type: text().$type<NotificationType>().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    queued: integer().notNull(),
    held: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.type] }),
    index('push_hours_held').on(table.startedAt).where(sql`${table.held} > 0`),
    check('push_hours_counts', sql`${table.queued} >= 0 and ${table.held} >= 0`),
  ],
)

export const pushPersonal = [
  personal(pushHours, {
    columns: { userId: deleted('push_hours') },
    download: {
      push_hours: 'select type, started_at, queued, held from push_hours where user_id = $1 order by type',
    },
  }),
  personal(pushSubscriptions, {
    columns: { id: 'other', userId: deleted('notified_browsers') },
    download: {
      notified_browsers: 'select endpoint from push_subscriptions where user_id = $1 order by endpoint',
    },
  }),
  personal(pushMessages, { columns: { notificationId: 'other', subscriptionId: 'other' } }),
]

export const pushRetention = [
  trimmed(pushSubscriptions, {
    // Ended sessions leave a subscription until its security notice is sent or trimmed.
    keptMs: () => 0,
    where: `r.session_hash is null and $1::timestamptz is not null
      and not exists (select 1 from push_messages m where m.subscription_id = r.id)`,
    oldest: 'r.session_hash',
  }),
  trimmed(pushMessages, {
    // Only a server without push keys leaves messages here. Notifications last longer.
    keptMs: ({ undeliveredPushMs }) => undeliveredPushMs,
    where: 'r.due_at < $1',
    oldest: 'r.due_at',
  }),
  bounded(pushHours, 'one row for each user and type'),
]

declare module '#platform/db/sql' {
  interface Tables {
    push_subscriptions: typeof pushSubscriptions.$inferSelect
    push_hours: typeof pushHours.$inferSelect
    push_messages: typeof pushMessages.$inferSelect
  }
}
