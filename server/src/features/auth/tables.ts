import { customType, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const authNonces = pgTable(
  'auth_nonces',
  {
    nonce: text().primaryKey(),
    purpose: text().notNull(),
    walletAddress: text('wallet_address').notNull(),
    userId: uuid('user_id').references(() => users.id),
    /** SHA-256 of the requesting browser's cookie: no other can use the nonce. */
    browserHash: bytea('browser_hash').notNull(),
    message: text().notNull(),
    replacedBy: text('replaced_by'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('auth_nonces_by_expiry').on(table.expiresAt)],
)

/** Bonuses, once per account and per address, for ever. A keyed hash of the address outlives the account. */
export const walletBonuses = pgTable('wallet_bonuses', {
  addressHash: bytea('address_hash').primaryKey(),
  keyId: text('key_id'),
  userId: uuid('user_id').notNull().unique('wallet_bonuses_user'),
  awardedAt: timestamp('awarded_at', { withTimezone: true }).notNull(),
})

/** A user's fresh confirmation with X, valid once and for one purpose. */
export const xConfirmations = pgTable(
  'x_confirmations',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text().notNull(),
    subject: text().notNull(),
    /** SHA-256 of the cookie of the browser that confirmed. */
    browserHash: bytea('browser_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose, table.browserHash] }),
    index('x_confirmations_by_expiry').on(table.expiresAt),
  ],
)

/** Screens and celebrations that a user has seen and never sees again. */
export const seenFirsts = pgTable(
  'seen_firsts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    first: text().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.first] })],
)

export const authPersonal = [
  personal(seenFirsts, {
    columns: { userId: deleted('seen_firsts') },
    download: {
      seen_firsts: 'select first, seen_at from seen_firsts where user_id = $1 order by seen_at, first',
    },
  }),
  personal(walletBonuses, {
    columns: {
      userId: kept('wallet_bonus'),
    },
    download: {
      wallet_bonus: 'select awarded_at from wallet_bonuses where user_id = $1',
    },
  }),
  personal(xConfirmations, {
    columns: { userId: deleted('x_confirmations') },
    download: {
      x_confirmations:
        'select purpose, subject, expires_at from x_confirmations where user_id = $1 order by expires_at',
    },
  }),
  personal(authNonces, {
    columns: { userId: deleted('sign_in_requests') },
    download: {
      sign_in_requests: `select purpose, wallet_address, message, expires_at from auth_nonces where user_id = $1
                     order by expires_at`,
    },
  }),
]

export const authRetention = [
  trimmed(authNonces, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' }),
  keptForever(walletBonuses, 'a bonus is paid once, also after an account is deleted'),
  trimmed(xConfirmations, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' }),
  bounded(seenFirsts, 'one row for each user and first'),
]

declare module '#platform/db/sql' {
  interface Tables {
    auth_nonces: typeof authNonces.$inferSelect
    seen_firsts: typeof seenFirsts.$inferSelect
    wallet_bonuses: typeof walletBonuses.$inferSelect
    x_confirmations: typeof xConfirmations.$inferSelect
  }
}
