import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { bounded, keptForever } from '#platform/retention/retention'
import type { KeyEvent } from './key-events.ts'

/** Account contracts whose keys are followed, with the final block up to which their events are known. */
export const followedAccounts = pgTable('followed_accounts', {
  /** Lower case. */
  address: text().primaryKey(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
})

/** Events by which account contracts tell of their keys. Those past the account's final block may go again. */
export const accountKeyEvents = pgTable(
  'account_key_events',
  {
    account: text()
      .notNull()
      .references(() => followedAccounts.address),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockTime: timestamp('block_time', { withTimezone: true }).notNull(),
    kind: text().$type<KeyEvent['kind']>().notNull(),
    keyId: text('key_id').notNull(),
    key: text(),
    until: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.blockNumber, table.logIndex] }),
    index('account_key_events_leaving').on(table.until).where(sql`${table.until} is not null`),
    check('account_key_events_kind', sql`${table.kind} in ('added', 'leaving', 'stays')`),
    check('account_key_events_key', sql`(${table.key} is not null) = (${table.kind} = 'added')`),
    check('account_key_events_until', sql`(${table.until} is not null) = (${table.kind} = 'leaving')`),
  ],
)

/** USDC that account contracts sent and got. Rows past the account's final block may go again. */
export const accountTransfers = pgTable(
  'account_transfers',
  {
    account: text()
      .notNull()
      .references(() => followedAccounts.address),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockTime: timestamp('block_time', { withTimezone: true }).notNull(),
    isIncoming: boolean('is_incoming').notNull(),
    /** The other address, in lower case. */
    other: text().notNull(),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.blockNumber, table.logIndex] }),
    check('account_transfers_usdc', sql`${table.usdcMicros} > 0`),
  ],
)

export const accountsRetention = [
  bounded(followedAccounts, 'one row for each account contract that was ever a wallet here'),
  keptForever(accountTransfers, 'the history that the wallet shows'),
  bounded(accountKeyEvents, 'what the network keeps of it, too; its owner pays for each, or the relay within its caps'),
]

declare module '#platform/db/sql' {
  interface Tables {
    followed_accounts: typeof followedAccounts.$inferSelect
    account_key_events: typeof accountKeyEvents.$inferSelect
    account_transfers: typeof accountTransfers.$inferSelect
  }
}
