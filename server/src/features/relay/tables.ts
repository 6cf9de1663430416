import type { RelayStatus } from '@aura/api/calls/relay'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'
import type { RelayPurpose } from './signed-call.ts'

/** Payments that people signed and the relay sends, each once. */
export const relayedPayments = pgTable(
  'relayed_payments',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** What was signed: chain, contract, wallet, and the authorization's nonce or the limit. */
    intent: text().notNull(),
    purpose: text().$type<RelayPurpose>().notNull(),
    /** Contract and call, as they were simulated. */
    target: text().notNull(),
    data: text().notNull(),
    gas: integer().notNull(),
    /** `checking`: counts towards the caps while the network is asked. */
    status: text().$type<RelayStatus | 'checking'>().notNull(),
    /** Account that sends it, and the number of its transaction; null until it is sent. */
    sender: text(),
    nonce: bigint({ mode: 'number' }),
    /** Gwei set aside, and once it is over, paid. */
    costGwei: bigint('cost_gwei', { mode: 'number' }).notNull(),
    txHash: text('tx_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    blockHash: text('block_hash'),
    /** Why it failed. */
    reason: text(),
    /** How often the network refused it, or its outcome could not be found, in a row. */
    doubts: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** What was signed counts until then. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** Whether its outcome is in a final block, or it never was in one. */
    isFinal: boolean('is_final').notNull().default(false),
  },
  (table) => [
    uniqueIndex('relayed_payments_intent').on(table.intent),
    uniqueIndex('relayed_payments_nonce').on(table.sender, table.nonce),
    index('relayed_payments_by_user').on(table.userId, table.createdAt),
    index('relayed_payments_by_time').on(table.createdAt),
    index('relayed_payments_open').on(table.status, table.createdAt).where(sql`not ${table.isFinal}`),
    check('relayed_payments_purpose', sql`${table.purpose} in ('vouch', 'buy', 'withdraw', 'send', 'keys')`),
    check('relayed_payments_status', sql`${table.status} in ('checking', 'queued', 'sent', 'mined', 'failed')`),
    check('relayed_payments_sent', sql`(${table.sender} is null) = (${table.nonce} is null)`),
    check('relayed_payments_mined', sql`${table.status} <> 'mined' or ${table.txHash} is not null`),
    check(
      'relayed_payments_settled',
      sql`(${table.settledAt} is null) = (${table.status} in ('checking', 'queued', 'sent'))`,
    ),
  ],
)

/** Every transaction that was signed for a payment, before any node saw it. Those of one payment
 * have one number until it is given another. */
export const relayTransactions = pgTable(
  'relay_transactions',
  {
    hash: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => relayedPayments.id, { onDelete: 'cascade' }),
    /** Pays nobody: uses up the number of a payment that is too late. */
    isEmpty: boolean('is_empty').notNull(),
    raw: text().notNull(),
    maxFeeWei: bigint('max_fee_wei', { mode: 'number' }).notNull(),
    priorityFeeWei: bigint('priority_fee_wei', { mode: 'number' }).notNull(),
    signedAt: timestamp('signed_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('relay_transactions_of').on(table.paymentId)],
)

/** Accounts that pay the gas, with the number of their next transaction, and the server that sends now. */
export const relaySenders = pgTable('relay_senders', {
  /** Text of the form `<chain id>/<address>`. */
  id: text().primaryKey(),
  nextNonce: bigint('next_nonce', { mode: 'number' }).notNull(),
  leaseHolder: text('lease_holder'),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
})

export const relayPersonal = [
  personal(relayedPayments, {
    columns: { id: 'other', userId: kept('relayed_payments') },
    privacy:
      'Payments that you signed and Aura sent for you. They are on the blockchain; our own list of them is removed after 90 days.',
    download: {
      relayed_payments: `select purpose, status, tx_hash, created_at, settled_at from relayed_payments where user_id = $1
            order by created_at`,
    },
  }),
  personal(relayTransactions, { columns: { paymentId: 'other' } }),
]

export const relayRetention = [
  trimmed(relayedPayments, {
    keptMs: ({ relay }) => relay.keptMs,
    where: 'r.is_final and r.created_at <= $1',
    oldest: 'r.created_at',
  }),
  bounded(relayTransactions, 'removed with their payment'),
  bounded(relaySenders, 'one row for each key ever used'),
]

declare module '#platform/db/sql' {
  interface Tables {
    relayed_payments: typeof relayedPayments.$inferSelect
    relay_transactions: typeof relayTransactions.$inferSelect
    relay_senders: typeof relaySenders.$inferSelect
  }
}
