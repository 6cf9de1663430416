import { customType, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'
import type { ProviderPurpose } from './providers/purposes.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const authNonces = pgTable(
  'auth_nonces',
  {
    nonce: text().primaryKey(),
    purpose: text().notNull(),
    walletAddress: text('wallet_address').notNull(),
    userId: uuid('user_id').references(() => users.id),
    /** SHA-256 of the requesting browser's cookie, so that no other browser can use the nonce. */
    browserHash: bytea('browser_hash').notNull(),
    message: text().notNull(),
    /** The new wallet for `replace`, the provider for `disconnect`. */
    subject: text(),
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

export const providerFlows = pgTable(
  'provider_flows',
  {
    stateHash: bytea('state_hash').primaryKey(),
    /** SHA-256 of the starting browser's cookie, so that no other browser can finish the flow. */
    browserHash: bytea('browser_hash').notNull(),
    /** The provider the browser was sent to. Only its own address finishes the flow. */
    provider: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** The user who wants to link or confirm; null for a sign-in. */
    userId: uuid('user_id').references(() => users.id),
    /** `enter` signs in or links; the others confirm an identity for one purpose. */
    purpose: text().$type<ProviderPurpose>().notNull().default('enter'),
    subject: text(),
    timeZone: text('time_zone').notNull(),
    next: text(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('provider_flows_by_expiry').on(table.expiresAt)],
)

/** A user's fresh confirmation with a linked account, valid once and for one purpose. */
export const providerConfirmations = pgTable(
  'provider_confirmations',
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
    index('provider_confirmations_by_expiry').on(table.expiresAt),
  ],
)

/** Screens and celebrations that a user has seen and never sees again. */
export const onceShown = pgTable(
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
  personal(onceShown, {
    columns: { userId: deleted('seen_firsts') },
    download: {
      seen_firsts: 'select first, seen_at from seen_firsts where user_id = $1 order by seen_at, first',
    },
  }),
  personal(walletBonuses, {
    columns: { userId: kept('wallet_bonus') },
    download: {
      wallet_bonus: 'select awarded_at from wallet_bonuses where user_id = $1',
    },
  }),
  personal(providerConfirmations, {
    columns: { userId: deleted('provider_confirmations') },
    download: {
      provider_confirmations:
        'select purpose, subject, expires_at from provider_confirmations where user_id = $1 order by expires_at',
    },
  }),
  personal(providerFlows, {
    columns: { userId: deleted('provider_trips') },
    download: {
      provider_trips: `select provider, time_zone, next, expires_at, used_at from provider_flows where user_id = $1
                       order by expires_at`,
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

const HOUR_MS = 3_600_000

export const authRetention = [
  trimmed(authNonces, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' }),
  keptForever(walletBonuses, 'a bonus is paid once, also after an account is deleted'),
  trimmed(providerConfirmations, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' }),
  trimmed(providerFlows, {
    // Until then a nonce is known to be used or expired.
    keptMs: () => HOUR_MS,
    where: 'r.expires_at <= $1',
    oldest: 'r.expires_at',
  }),
  bounded(onceShown, 'one row for each user and first'),
]

declare module '#platform/db/sql' {
  interface Tables {
    auth_nonces: typeof authNonces.$inferSelect
    seen_firsts: typeof onceShown.$inferSelect
    wallet_bonuses: typeof walletBonuses.$inferSelect
    provider_flows: typeof providerFlows.$inferSelect
    provider_confirmations: typeof providerConfirmations.$inferSelect
  }
}
