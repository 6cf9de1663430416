import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * Every wallet and X account that an account ever proved, as keyed hashes, and those of the accounts it continues. A row
 * outlives the account. An identity has the same hash in all of its rows.
 */
export const accountIdentities = pgTable(
  'account_identities',
  {
    identityHash: bytea('identity_hash').notNull(),
    userId: uuid('user_id').notNull(),
    keyId: text('key_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identityHash, table.userId] }),
    index('account_identities_of_user').on(table.userId),
  ],
)

/** Accounts that proved an identity of an earlier account. Triggers carry rows from the earlier to the later one. */
export const continuedAccounts = pgTable(
  'continued_accounts',
  {
    earlierId: uuid('earlier_id').notNull(),
    laterId: uuid('later_id').notNull(),
    /** Whether the earlier account was deleted and this is the first return, which restores what is restored once. */
    isReturn: boolean('is_return').notNull(),
    continuedAt: timestamp('continued_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.earlierId, table.laterId, table.isReturn] }),
    uniqueIndex('continued_accounts_once').on(table.earlierId).where(sql`${table.isReturn}`),
    index('continued_accounts_by_later').on(table.laterId),
    check('continued_accounts_another', sql`${table.earlierId} <> ${table.laterId}`),
  ],
)

export const identitiesPersonal = [
  personal(accountIdentities, { columns: { userId: kept('wallets_so_far') } }),
  personal(continuedAccounts, {
    columns: { earlierId: kept('continued_accounts'), laterId: kept('continued_accounts') },
    download: {
      continued_accounts: `select earlier_id, continued_at from continued_accounts where later_id = $1 and is_return
                           order by continued_at, earlier_id`,
    },
  }),
]

export const identitiesRetention = [
  bounded(accountIdentities, 'one row for each account and identity that it proved or inherited'),
  bounded(continuedAccounts, 'one row for each account and each earlier one with the same identity'),
]

declare module '#platform/db/sql' {
  interface Tables {
    account_identities: typeof accountIdentities.$inferSelect
    continued_accounts: typeof continuedAccounts.$inferSelect
  }
}
