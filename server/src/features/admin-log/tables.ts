import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Everything admins did. Rows are only added; a trigger refuses anything else. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null: from a shell of the server. Outlives the account, so it refers to nothing. */
    adminId: uuid('admin_id'),
    action: text().notNull(),
    /** `wallet`, `person` or `battle`, and its address (lower case) or id. */
    subjectKind: text('subject_kind').notNull(),
    subject: text().notNull(),
    /** In the admin's words; of a wallet, its note. */
    reason: text(),
  },
  (table) => [index('admin_actions_by_subject').on(table.subject)],
)
