import { customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** One X account per account, and the reverse. */
export const xAccounts = pgTable('x_accounts', {
  /** X's own id: a handle can change hands. */
  xId: text('x_id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique('x_accounts_user')
    .references(() => users.id),
  /** As last reported by X, without @. */
  handle: text().notNull(),
  linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
})

export const xFlows = pgTable(
  'x_flows',
  {
    /** SHA-256 of the OAuth state. */
    stateHash: bytea('state_hash').primaryKey(),
    /** SHA-256 of the starting browser's cookie: no other can finish the flow. */
    browserHash: bytea('browser_hash').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** The user who wants to link or confirm; null to sign in. */
    userId: uuid('user_id').references(() => users.id),
    /** `enter` signs in or links; others confirm an identity for one purpose. */
    purpose: text().notNull().default('enter'),
    subject: text(),
    timeZone: text('time_zone').notNull(),
    next: text(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('x_flows_by_expiry').on(table.expiresAt)],
)

/** Sealed tokens to post on X, unreadable with the database alone. Only if posting is configured. */
export const xTokens = pgTable('x_tokens', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Null for rows from before keys had ids. */
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
  personal(xFlows, {
    columns: { userId: deleted('x_trips') },
    download: {
      x_trips: 'select time_zone, next, expires_at, used_at from x_flows where user_id = $1 order by expires_at',
    },
  }),
]

const HOUR_MS = 3_600_000

export const xRetention = [
  bounded(xAccounts, 'one row for each user'),
  trimmed(xFlows, {
    // Until then it is known that one was used, or that it expired.
    keptMs: () => HOUR_MS,
    where: 'r.expires_at <= $1',
    oldest: 'r.expires_at',
  }),
  bounded(xTokens, 'one row for each user'),
]

declare module '#platform/db/sql' {
  interface Tables {
    x_accounts: typeof xAccounts.$inferSelect
    x_flows: typeof xFlows.$inferSelect
    x_tokens: typeof xTokens.$inferSelect
    x_handles: Pick<typeof xAccounts.$inferSelect, 'userId' | 'handle'>
  }
}
