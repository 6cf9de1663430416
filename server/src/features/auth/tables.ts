import { customType, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** What a wallet may be asked to sign, once. */
export const authNonces = pgTable(
  'auth_nonces',
  {
    nonce: text().primaryKey(),
    purpose: text().notNull(),
    walletAddress: text('wallet_address').notNull(),
    /** Who asked, for what only they may do with it; null for signing in. */
    userId: uuid('user_id').references(() => users.id),
    /** SHA-256 of the cookie of the browser that asked: nobody else can use the nonce. */
    browserHash: bytea('browser_hash').notNull(),
    message: text().notNull(),
    /** The wallet that is to take this one's place. */
    replacedBy: text('replaced_by'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('auth_nonces_by_expiry').on(table.expiresAt)],
)

/**
 * Who has had the wallet bonus: one row an account and one an address, for ever. The address is a keyed hash, so it can
 * outlive the account without naming anybody.
 */
export const walletBonuses = pgTable('wallet_bonuses', {
  addressHash: bytea('address_hash').primaryKey(),
  /** The hash key it was made with; null for rows from before keys had ids. */
  keyId: text('key_id'),
  userId: uuid('user_id').notNull().unique('wallet_bonuses_user'),
  awardedAt: timestamp('awarded_at', { withTimezone: true }).notNull(),
})

/** Somebody signed in who has just shown, with their X account, that it is them; good once, for one purpose. */
export const xConfirmations = pgTable(
  'x_confirmations',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text().notNull(),
    /** Subject of the purpose; empty when it has none. */
    subject: text().notNull(),
    /** SHA-256 of the cookie of the browser that made the trip. */
    browserHash: bytea('browser_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose, table.browserHash] }),
    index('x_confirmations_by_expiry').on(table.expiresAt),
  ],
)

export const authPersonal = [
  personal(walletBonuses, {
    columns: {
      // A bonus is paid once, ever: the keyed hash of the address stays.
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
