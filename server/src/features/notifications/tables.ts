import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../profile/tables.ts'

/** What people were told. Rows are added once and only ever become read. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    /** The order they came in; times may be equal. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Names what happened, so that a retry tells it once. */
    key: text().notNull(),
    type: text().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    relatedId: text('related_id'),
    /** Who did it, where it was a person. */
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

/** Kinds of notifications somebody does not want: they are not told at all. */
export const notificationMutes = pgTable(
  'notification_mutes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    type: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
)
