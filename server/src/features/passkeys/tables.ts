import { bigint, boolean, customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Passkeys by which people sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The authenticator's id of the key, base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    /** Point of the P-256 key: x and y, 64 bytes. A key signs in to one account. */
    publicKey: bytea('public_key').notNull().unique('passkeys_key'),
    /** Random name of the account for authenticators, base64url; the same for all of an account's passkeys. */
    userHandle: text('user_handle').notNull(),
    /** How often the authenticator says that it signed; 0 for those that don't count. It never goes back. */
    signCount: bigint('sign_count', { mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, as it said itself. */
    transports: text().array().notNull(),
    /** Whether its provider may keep a copy, which never changes, and whether it does. */
    canBackUp: boolean('can_back_up').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text().notNull(),
    /** Whether the account was opened with it. */
    openedAccount: boolean('opened_account').notNull(),
    /** The account contract that it signs for, in lower case. Null: it only signs in. */
    walletAddress: text('wallet_address'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('passkeys_by_user').on(table.userId)],
)

/** Challenges that wait for a passkey. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** Base64url. */
    challenge: text().primaryKey(),
    purpose: text().notNull(),
    userId: uuid('user_id').references(() => users.id),
    /** SHA-256 of the requesting browser's cookie, so that no other browser can use the challenge. */
    browserHash: bytea('browser_hash').notNull(),
    /** The account's name for authenticators, if a passkey is to be made. */
    userHandle: text('user_handle'),
    /** The name that a new account will have. */
    username: text(),
    /** The wallet, in lower case, that takes the place of the passkey's. */
    subject: text(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('passkey_challenges_by_expiry').on(table.expiresAt),
    index('passkey_challenges_by_user').on(table.userId),
  ],
)

export const passkeysPersonal = [
  personal(passkeys, {
    columns: { id: 'other', userId: deleted('passkeys') },
    privacy:
      'Your passkeys: their public keys, names, when you made and last used them, and whether they are backed up. Your fingerprint, face and PIN never leave your device. Nobody else sees the list, and it is deleted with your account.',
    download: {
      passkeys: `select credential_id, encode(public_key, 'hex') as public_key, name, transports, can_back_up, is_backed_up,
                        sign_count, opened_account, wallet_address, created_at, last_used_at
                 from passkeys where user_id = $1 order by created_at, id`,
    },
  }),
  personal(passkeyChallenges, {
    columns: { userId: deleted('passkey_requests') },
    download: {
      passkey_requests: 'select purpose, expires_at from passkey_challenges where user_id = $1 order by expires_at',
    },
  }),
]

export const passkeysRetention = [
  bounded(passkeys, 'a bounded number of rows for each user'),
  trimmed(passkeyChallenges, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' }),
]

declare module '#platform/db/sql' {
  interface Tables {
    passkeys: typeof passkeys.$inferSelect
    passkey_challenges: typeof passkeyChallenges.$inferSelect
  }
}
