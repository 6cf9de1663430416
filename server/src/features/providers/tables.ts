import { pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Linked accounts of X, Google, Twitch and others: each for one user, who has at most one of a provider. */
export const providerAccounts = pgTable(
  'provider_accounts',
  {
    /** The provider's name for known ones, and the issuer's address for others, which their subjects belong to. */
    provider: text().notNull(),
    /** The provider's own id, because a handle can change owners. */
    subject: text().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Handle or name last reported by the provider, without @. */
    handle: text().notNull(),
    linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique('provider_accounts_of_user').on(table.userId, table.provider),
  ],
)

export const providersPersonal = [
  personal(providerAccounts, {
    columns: { userId: deleted('linked_accounts') },
    download: {
      linked_accounts: `select provider, subject, handle, linked_at from provider_accounts where user_id = $1
                        order by linked_at, provider`,
    },
  }),
]

export const providersRetention = [bounded(providerAccounts, 'one row for each user and provider')]

declare module '#platform/db/sql' {
  interface Tables {
    provider_accounts: typeof providerAccounts.$inferSelect
    x_handles: Pick<typeof providerAccounts.$inferSelect, 'userId' | 'handle'>
  }
}
