import type { ReviewStatus } from '@aura/api/calls/steeze'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { keptForever } from '#platform/retention/retention'
import { chainEvents } from '../chain-events/tables.ts'
import { users } from '../profile/tables.ts'

/** Purchases with their buyers. A purchase that disappears from the chain is deleted. */
export const steezePurchases = pgTable(
  'steeze_purchases',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => chainEvents.id),
    /** Ledger key, from the event and its incarnation. */
    key: text().notNull(),
    /** Address of the sender in lower case. */
    wallet: text().notNull(),
    /** Buyer; null until an account binds the wallet. */
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

/** Redemptions: earned Steeze held while a signature may be used. A wallet has one open per contract and chain. */
export const steezeRedemptions = pgTable(
  'steeze_redemptions',
  {
    id: uuid().primaryKey(),
    chainId: integer('chain_id').notNull(),
    contract: text().notNull(),
    /** The wallet's address, in lower case. */
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

/** Redemptions that an admin has to approve before signing. The signed redemption then has the same id. */
export const redemptionReviews = pgTable(
  'redemption_reviews',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    requestKey: text('request_key'),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The 24-hour limit that it exceeded; null if it didn't. */
    above: bigint({ mode: 'number' }),
    /** Whether an account that gifted them was related to theirs. */
    isRelated: boolean('is_related').notNull(),
    /** Hold in the ledger; null once its Steeze was given back, or once the redemption has it. */
    ledgerHold: uuid('ledger_hold'),
    status: text().$type<ReviewStatus>().notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /** Deadline for an admin's decision, or for signing an approved one. */
    until: timestamp({ withTimezone: true }),
    /** Text of the admins before the appeal. */
    answer: text(),
    appeal: text(),
    appealedAt: timestamp('appealed_at', { withTimezone: true }),
    appealAnswer: text('appeal_answer'),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('redemption_reviews_one_open').on(table.userId).where(sql`${table.status} in ('waiting', 'approved')`),
    unique('redemption_reviews_request').on(table.userId, table.requestKey),
    index('redemption_reviews_by_user').on(table.userId, table.openedAt),
    index('redemption_reviews_due').on(table.until).where(sql`${table.until} is not null`),
    index('redemption_reviews_decided').on(table.decidedAt).where(sql`${table.status} in ('approved', 'rejected')`),
    check(
      'redemption_reviews_status',
      sql`${table.status} in ('waiting', 'approved', 'rejected', 'cancelled', 'unanswered', 'unused', 'signed')`,
    ),
    check('redemption_reviews_amount', sql`${table.amount} > 0`),
    check('redemption_reviews_cause', sql`${table.above} is not null or ${table.isRelated}`),
    check('redemption_reviews_until', sql`(${table.until} is not null) = (${table.status} in ('waiting', 'approved'))`),
    check('redemption_reviews_hold', sql`${table.ledgerHold} is null or ${table.status} in ('waiting', 'approved')`),
    check(
      'redemption_reviews_appeal',
      sql`(${table.appeal} is null) = (${table.appealedAt} is null)
        and (${table.appealAnswer} is null or ${table.appealedAt} is not null)`,
    ),
    check(
      'redemption_reviews_decided',
      sql`case when ${table.status} in ('approved', 'rejected')
        then ${table.decidedAt} is not null and ${table.decidedBy} is not null
          and (case when ${table.appealedAt} is null then ${table.answer} else ${table.appealAnswer} end) is not null
        else ${table.status} <> 'waiting' or ${table.decidedAt} is null end`,
    ),
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
    /** Amount that no redemption covers, until an operator has charged it to the wallet's owner. */
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
  personal(redemptionReviews, {
    columns: {
      id: 'other',
      userId: kept('redemption_reviews'),
      ledgerHold: 'other',
      decidedBy: kept('admin_actions'),
    },
    download: {
      redemption_reviews: `select id, amount, above, is_related, status, opened_at, until, answer, appeal, appealed_at,
                                  appeal_answer, decided_at
                           from redemption_reviews where user_id = $1 order by opened_at, id`,
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

export const steezeRetention = [
  keptForever(steezePurchases, 'receipts, and whose wallet bought'),
  keptForever(steezeRedemptions, 'receipts, and a request redeems once'),
  keptForever(redemptionReviews, 'what admins decided about money'),
  keptForever(steezeWithdrawals, 'receipts, and what the ledger owes to the chain'),
  keptForever(reserveSnapshots, 'the public proof of reserves, one row a day'),
]

declare module '#platform/db/sql' {
  interface Tables {
    steeze_purchases: typeof steezePurchases.$inferSelect
    steeze_redemptions: typeof steezeRedemptions.$inferSelect
    redemption_reviews: typeof redemptionReviews.$inferSelect
    steeze_withdrawals: typeof steezeWithdrawals.$inferSelect
    reserve_snapshots: typeof reserveSnapshots.$inferSelect
  }
}
