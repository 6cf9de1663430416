import { customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Which X account signs in as whom. One X account an account, one account an X account. */
export const xAccounts = pgTable('x_accounts', {
  /** X's own id: a handle can be given up and taken by somebody else. */
  xId: text('x_id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique('x_accounts_user')
    .references(() => users.id),
  /** As X last said it, without @. */
  handle: text().notNull(),
  linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
})

/** A trip to X under way: who started it, in which browser, and where it is to lead. */
export const xFlows = pgTable(
  'x_flows',
  {
    /** SHA-256 of the state X hands back. */
    stateHash: bytea('state_hash').primaryKey(),
    /** SHA-256 of the cookie of the browser that started it: nobody else can finish it. */
    browserHash: bytea('browser_hash').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** Who was signed in, and so wants to link; null for somebody who wants to sign in. */
    userId: uuid('user_id').references(() => users.id),
    /** `enter` signs in or links; anything else confirms that it is them, for that purpose alone. */
    purpose: text().notNull().default('enter'),
    /** Subject of the purpose, such as the wallet to bind. */
    subject: text(),
    timeZone: text('time_zone').notNull(),
    /** A path of this site; null for home. */
    next: text(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('x_flows_by_expiry').on(table.expiresAt)],
)

/** Leave to post in somebody's name, sealed: who reads the database can't. Only where posting is set up. */
export const xTokens = pgTable('x_tokens', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The key both tokens are sealed with; null for rows from before keys had ids. */
  keyId: text('key_id'),
  accessToken: bytea('access_token').notNull(),
  refreshToken: bytea('refresh_token'),
  /** What X said that it may be used for. */
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
