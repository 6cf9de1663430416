import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Wallets: one per account, and one account per wallet. */
export const wallets = pgTable(
  'wallets',
  {
    /** The wallet's address, in lower case. */
    address: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .unique('wallets_user')
      .references(() => users.id),
    boundAt: timestamp('bound_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('wallets_address_prefix').on(table.address.op('text_pattern_ops'))],
)

/** Ownership periods of wallets: chain events belong to the owner at their time. */
export const walletBindings = pgTable(
  'wallet_bindings',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The wallet's address, in lower case. */
    address: text().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    boundAt: timestamp('bound_at', { withTimezone: true }).notNull(),
    unboundAt: timestamp('unbound_at', { withTimezone: true }),
  },
  (table) => [
    index('wallet_bindings_by_address').on(table.address, table.boundAt),
    index('wallet_bindings_by_user').on(table.userId),
    uniqueIndex('wallet_bindings_one_now').on(table.address).where(sql`${table.unboundAt} is null`),
  ],
)

/** Pending replacements, which the current wallet did not sign for. */
export const walletReplacements = pgTable(
  'wallet_replacements',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The wallet's address, in lower case. */
    address: text().notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    takesEffectAt: timestamp('takes_effect_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('wallet_replacements_due').on(table.takesEffectAt)],
)

export const walletsPersonal = [
  personal(wallets, {
    columns: { userId: deleted('wallet') },
    download: {
      wallet: 'select address, bound_at from wallets where user_id = $1',
    },
  }),
  personal(walletBindings, {
    columns: { userId: deleted('wallets_so_far') },
    download: {
      wallets_so_far: 'select address, bound_at, unbound_at from wallet_bindings where user_id = $1 order by id',
    },
  }),
  personal(walletReplacements, {
    columns: { userId: deleted('wallet_replacement') },
    download: {
      wallet_replacement: 'select address, requested_at, takes_effect_at from wallet_replacements where user_id = $1',
    },
  }),
]

export const walletsRetention = [
  bounded(wallets, 'one row for each user'),
  keptForever(walletBindings, 'an event on chain belongs to whoever had the wallet then; deleted with the account'),
  bounded(walletReplacements, 'one row for each user, removed when it takes effect'),
]

declare module '#platform/db/sql' {
  interface Tables {
    wallets: typeof wallets.$inferSelect
    wallet_bindings: typeof walletBindings.$inferSelect
    wallet_replacements: typeof walletReplacements.$inferSelect
    user_wallets: Pick<typeof wallets.$inferSelect, 'userId' | 'address'>
  }
}
