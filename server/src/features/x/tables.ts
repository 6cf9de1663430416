import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Linked X accounts: one per account, and the reverse. */
export const xAccounts = pgTable('x_accounts', {
  /** X's own id, because a handle can change owners. */
  xId: text('x_id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique('x_accounts_user')
    .references(() => users.id),
  /** Handle last reported by X, without @. */
  handle: text().notNull(),
  linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
})

/** Sealed tokens to post on X, unreadable with the database alone. Only if posting is configured. */
export const xTokens = pgTable('x_tokens', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Id of the key; null for rows from before keys had ids. */
  keyId: text('key_id'),
  accessToken: bytea('access_token').notNull(),
  refreshToken: bytea('refresh_token'),
  scopes: text().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

export const xPersonal = [
  personal(xAccounts, {
    columns: { userId: deleted('x_account') },
    download: {
      x_account: 'select x_id, handle, linked_at from x_accounts where user_id = $1',
    },
  }),
  personal(xTokens, {
    columns: { userId: deleted('x_permission') },
    download: {
      x_permission: 'select scopes, expires_at from x_tokens where user_id = $1',
    },
  }),
]

export const xRetention = [bounded(xAccounts, 'one row for each user'), bounded(xTokens, 'one row for each user')]

declare module '#platform/db/sql' {
  interface Tables {
    x_accounts: typeof xAccounts.$inferSelect
    x_tokens: typeof xTokens.$inferSelect
    x_handles: Pick<typeof xAccounts.$inferSelect, 'userId' | 'handle'>
  }
}
