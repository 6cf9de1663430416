import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { chainEvents } from '../chain-events/tables.ts'
import { users } from '../profile/tables.ts'

/** The buyer of each purchase. A purchase that disappears from the chain is deleted. */
export const steezePurchases = pgTable(
  'steeze_purchases',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => chainEvents.id),
    /** Ledger key, from the event and its incarnation. */
    key: text().notNull(),
    /** The sender; lower case. */
    wallet: text().notNull(),
    /** Null while nobody has bound the wallet. */
    userId: uuid('user_id').references(() => users.id),
    amount: bigint({ mode: 'number' }).notNull(),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    txHash: text('tx_hash').notNull(),
    boughtAt: timestamp('bought_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('steeze_purchases_by_user').on(table.userId, table.boughtAt),
    index('steeze_purchases_unclaimed').on(table.wallet).where(sql`${table.userId} is null`),
  ],
)

/** Earned Steeze held while a signature may be used. A wallet has one open per contract and chain. */
export const steezeRedemptions = pgTable(
  'steeze_redemptions',
  {
    id: uuid().primaryKey(),
    chainId: integer('chain_id').notNull(),
    contract: text().notNull(),
    /** Lower case. */
    wallet: text().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The request's Idempotency-Key: a retry after a crash finds the row. */
    requestKey: text('request_key'),
    amount: bigint({ mode: 'number' }).notNull(),
    /** Amount still held, and its hold in the ledger. */
    remaining: bigint({ mode: 'number' }).notNull(),
    ledgerHold: uuid('ledger_hold').notNull(),
    /** Signed maximum of the wallet's total withdrawals. */
    withdrawalLimit: bigint('withdrawal_limit', { mode: 'number' }).notNull(),
    /** Latest deadline of all its signatures. */
    deadline: timestamp({ withTimezone: true }).notNull(),
    renewals: integer().notNull().default(0),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('steeze_redemptions_one_open')
      .on(table.chainId, table.contract, table.wallet)
      .where(sql`${table.closedAt} is null`),
    unique('steeze_redemptions_request').on(table.userId, table.requestKey),
    index('steeze_redemptions_by_user').on(table.userId, table.openedAt),
    index('steeze_redemptions_by_time').on(table.openedAt),
    check('steeze_redemptions_parts', sql`${table.remaining} between 0 and ${table.amount}`),
    check('steeze_redemptions_closed', sql`(${table.remaining} = 0) = (${table.closedAt} is not null)`),
  ],
)

export const steezeWithdrawals = pgTable(
  'steeze_withdrawals',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => chainEvents.id),
    wallet: text().notNull(),
    redemptionId: uuid('redemption_id').references(() => steezeRedemptions.id),
    userId: uuid('user_id').references(() => users.id),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The part no redemption covers, until an operator has charged it to the wallet's owner. */
    unexplained: bigint({ mode: 'number' }).notNull().default(0),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    txHash: text('tx_hash').notNull(),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('steeze_withdrawals_by_user').on(table.userId, table.withdrawnAt),
    index('steeze_withdrawals_by_wallet').on(table.wallet),
    index('steeze_withdrawals_unexplained').on(table.wallet).where(sql`${table.unexplained} > 0`),
    check('steeze_withdrawals_parts', sql`${table.unexplained} between 0 and ${table.amount}`),
  ],
)

export const reserveSnapshots = pgTable(
  'reserve_snapshots',
  {
    chainId: integer('chain_id').notNull(),
    contract: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    outstanding: bigint({ mode: 'number' }).notNull(),
    ledger: jsonb().notNull(),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.contract, table.day] })],
)

export const steezePersonal = [
  personal(steezePurchases, {
    columns: { userId: kept('steeze_purchases') },
    download: {
      steeze_purchases:
        'select wallet, amount, usdc_micros, tx_hash, bought_at from steeze_purchases where user_id = $1 order by bought_at',
    },
  }),
  personal(steezeRedemptions, {
    columns: { id: 'other', userId: kept('steeze_redemptions'), ledgerHold: 'other' },
    download: {
      steeze_redemptions: `select id, chain_id, contract, wallet, amount, remaining, withdrawal_limit, deadline, opened_at,
                              closed_at
                       from steeze_redemptions where user_id = $1 order by opened_at`,
    },
  }),
  personal(steezeWithdrawals, {
    columns: { redemptionId: 'other', userId: kept('steeze_withdrawals') },
    download: {
      steeze_withdrawals: `select wallet, amount, usdc_micros, tx_hash, withdrawn_at from steeze_withdrawals
                       where user_id = $1 order by withdrawn_at, event_id`,
    },
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    steeze_purchases: typeof steezePurchases.$inferSelect
    steeze_redemptions: typeof steezeRedemptions.$inferSelect
    steeze_withdrawals: typeof steezeWithdrawals.$inferSelect
    reserve_snapshots: typeof reserveSnapshots.$inferSelect
  }
}
