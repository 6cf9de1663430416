import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'

/** Accounts. Users' balances are tracked, never below zero. Houses have none: one row would be the bottleneck. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    kind: text().notNull(),
    currency: text().notNull(),
    isTracked: boolean('is_tracked').notNull(),
    balance: bigint({ mode: 'number' }),
  },
  (table) => [
    unique('ledger_accounts_owner_kind').on(table.ownerId, table.kind),
    check('ledger_accounts_balance_when_tracked', sql`${table.isTracked} = (${table.balance} is not null)`),
    check(
      'ledger_accounts_never_negative',
      sql`case when ${table.kind} in ('ap_debt', 'steeze_debt') then ${table.balance} <= 0 else ${table.balance} >= 0 end`,
    ),
  ],
)

/** Holds: amounts set aside until their destination is decided. Append-only. */
export const ledgerHolds = pgTable(
  'ledger_holds',
  {
    id: uuid().primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('ledger_holds_by_account').on(table.accountId),
    check('ledger_holds_amount', sql`${table.amount} > 0`),
  ],
)

/**
 * Transfers. Append-only. A row is a whole transfer, so the sum over all accounts is zero by construction. A trigger
 * checks accounts and holds instead of foreign keys: neither is ever deleted, and a crowd's gifts name few accounts,
 * each looked up once.
 */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Unique forever, so that a retry can't move value twice. */
    key: text().notNull(),
    kind: text().notNull(),
    /** Subject of the transfer: a lesson, a battle, a transaction. */
    reference: text().notNull(),
    currency: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    fromAccount: bigint('from_account', { mode: 'number' }).notNull(),
    toAccount: bigint('to_account', { mode: 'number' }).notNull(),
    fromBalance: bigint('from_balance', { mode: 'number' }),
    toBalance: bigint('to_balance', { mode: 'number' }),
    /** Hold in the account it moves to, or from. */
    opensHold: uuid('opens_hold'),
    resolvesHold: uuid('resolves_hold'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('ledger_transfers_amount', sql`${table.amount} > 0`),
    check('ledger_transfers_moves', sql`${table.fromAccount} <> ${table.toAccount}`),
    index('ledger_transfers_from_account').on(table.fromAccount, table.id),
    index('ledger_transfers_to_account').on(table.toAccount, table.id),
    index('ledger_transfers_resolves_hold').on(table.resolvesHold).where(sql`${table.resolvesHold} is not null`),
  ],
)

/**
 * Keys of every transfer, and of each hold that one opens, as a hash of 16 bytes beside the transfer's id, so that a
 * key moves value once and a hold is filled once in all partitions. Written by a trigger. Append-only.
 */
export const ledgerKeys = pgTable(
  'ledger_keys',
  { hash: uuid().primaryKey(), transferId: bigint('transfer_id', { mode: 'number' }).notNull() },
  (table) => [
    // For audits, at a few bytes a page: keys are in the order of their transfers.
    index('ledger_keys_by_transfer').using('brin', table.transferId).with({ pages_per_range: 32, autosummarize: true }),
  ],
)

/** Resolutions of holds. The primary key makes a hold resolve only once. */
export const ledgerHoldResolutions = pgTable(
  'ledger_hold_resolutions',
  {
    holdId: uuid('hold_id')
      .notNull()
      .references(() => ledgerHolds.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.holdId] })],
)

/** Steeze by kind of account, summed over all rows: one row per concurrent writer, kept by a trigger. */
export const steezeTotals = pgTable('steeze_totals', {
  slot: integer().primaryKey().generatedAlwaysAsIdentity(),
  amounts: jsonb().notNull(),
})

export const ledgerPersonal = [
  personal(ledgerAccounts, {
    columns: { ownerId: kept('transfers') },
    download: {
      // Arrays instead of `in`: the planner finds an array in an index, but would compare a subquery with every
      // transfer.
      balances: 'select kind, currency, balance from ledger_accounts where owner_id = $1 order by id',
      transfers: `select m.id, m.kind, m.reference, m.currency, m.amount, f.kind as from_account, f.owner_id = $1 as from_me,
                     t.kind as to_account, t.owner_id = $1 as to_me, m.created_at
              from ledger_transfers m join ledger_accounts f on f.id = m.from_account
              join ledger_accounts t on t.id = m.to_account
              where m.from_account = any(array(select id from ledger_accounts where owner_id = $1))
                 or m.to_account = any(array(select id from ledger_accounts where owner_id = $1)) order by m.id`,
    },
  }),
  personal(ledgerHolds, { columns: { id: 'other' } }),
  personal(ledgerTransfers, { columns: { opensHold: 'other', resolvesHold: 'other' } }),
  personal(ledgerKeys, { columns: { hash: 'other' } }),
  personal(ledgerHoldResolutions, { columns: { holdId: 'other' } }),
]

export const ledgerRetention = [
  keptForever(ledgerAccounts, 'the ledger'),
  keptForever(ledgerHolds, 'the ledger'),
  keptForever(ledgerTransfers, 'every balance is computed from them, and a key moves value once'),
  keptForever(ledgerKeys, 'a key moves value once'),
  keptForever(ledgerHoldResolutions, 'the ledger: a hold is resolved once'),
  bounded(steezeTotals, 'running totals, as many rows as transactions wrote them at once'),
]

declare module '#platform/db/sql' {
  interface Tables {
    ledger_accounts: typeof ledgerAccounts.$inferSelect
    ledger_holds: typeof ledgerHolds.$inferSelect
    ledger_transfers: typeof ledgerTransfers.$inferSelect
    ledger_keys: typeof ledgerKeys.$inferSelect
    ledger_hold_resolutions: typeof ledgerHoldResolutions.$inferSelect
    steeze_totals: typeof steezeTotals.$inferSelect
  }
}
