import type { AdminAction, AdminActionName } from '@aura/api/calls/admin-log'
import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'

/** Append-only, enforced by a trigger. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null: from a shell of the server. Outlives the account, so no foreign key. */
    adminId: uuid('admin_id'),
    action: text().$type<AdminActionName>().notNull(),
    /** `wallet`, `person` or `battle`, identified by address (lower case) or id. */
    subjectKind: text('subject_kind').$type<AdminAction['subjectKind']>().notNull(),
    subject: text().notNull(),
    reason: text(),
  },
  (table) => [index('admin_actions_by_subject').on(table.subject)],
)

export const adminLogPersonal = [
  personal(adminActions, {
    columns: {
      adminId: kept('admin_actions'),
    },
    download: {
      admin_actions: `select at, action, subject_kind, subject, reason, admin_id = $1 as by_me from admin_actions
                  where admin_id = $1 or subject = $1::text
                     or subject in (select address from user_wallets where user_id = $1) order by id`,
    },
  }),
]

export const adminLogRetention = [keptForever(adminActions, 'what admins did')]

declare module '#platform/db/sql' {
  interface Tables {
    admin_actions: typeof adminActions.$inferSelect
  }
}
