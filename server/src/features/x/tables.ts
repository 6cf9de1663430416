import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

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
  personal(xTokens, {
    columns: { userId: deleted('x_permission') },
    download: {
      x_permission: 'select scopes, expires_at from x_tokens where user_id = $1',
    },
  }),
]

export const xRetention = [bounded(xTokens, 'one row for each user')]

declare module '#platform/db/sql' {
  interface Tables {
    x_tokens: typeof xTokens.$inferSelect
  }
}
