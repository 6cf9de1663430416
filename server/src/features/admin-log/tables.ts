import type { AdminAction, AdminActionName } from '@aura/api/calls/admin-log'
import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sqlList } from '#platform/db/sql-list'
import { kept, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'

/** Actions of admins. Append-only, enforced by a trigger. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The acting admin; null for a command-line action. Outlives the account, so there is no foreign key. */
    adminId: uuid('admin_id'),
    action: text().$type<AdminActionName>().notNull(),
    /** `wallet`, `person` or `battle`, identified by address (lower case) or id. */
    subjectKind: text('subject_kind').$type<AdminAction['subjectKind']>().notNull(),
    subject: text().notNull(),
    reason: text(),
  },
  (table) => [index('admin_actions_by_subject').on(table.subject)],
)

/** Actions that the person is told of, with the reason. Only admins learn of reports, investigations and relations. */
const TOLD_WITH_REASON: readonly AdminActionName[] = [
  'suspend',
  'freeze-redemption',
  'hide-streams',
  'remove-comment',
  'remove-words',
  'approve-redemption',
  'reject-redemption',
  'charge-withdrawals',
  'release-redemptions',
  'test-credit',
]
/** Actions whose text is for admins; the person is told of them without it. */
const TOLD: readonly AdminActionName[] = [
  ...TOLD_WITH_REASON,
  'lift',
  'unfreeze-redemption',
  'show-streams',
  'undo-redemption',
  'mute-comments',
  'unmute-comments',
  'whitelist-add',
  'whitelist-reactivate',
  'whitelist-remove',
  'set-invites',
  'grant-admin',
  'revoke-admin',
  'end-sessions',
]

export const adminLogPersonal = [
  personal(adminActions, {
    columns: { adminId: kept('admin_actions') },
    download: {
      admin_actions: `select at, action, subject_kind, subject, admin_id = $1 as by_me,
                             case when admin_id = $1 or action in ${sqlList(TOLD_WITH_REASON)} then reason end as reason
                      from admin_actions
                      where admin_id = $1
                         or action in ${sqlList(TOLD)}
                            and (subject = $1::text
                                 or subject in (select address from user_wallets where user_id = $1)) order by id`,
    },
  }),
]

export const adminLogRetention = [keptForever(adminActions, 'what admins did')]

declare module '#platform/db/sql' {
  interface Tables {
    admin_actions: typeof adminActions.$inferSelect
  }
}
