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
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { chainEvents } from '../chain-events/tables.ts'
import { users } from '../profile/tables.ts'

/** Every vouch on chain while it is there. Users are null if a side owned no wallet or was not admitted. */
export const vouches = pgTable(
  'vouches',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => chainEvents.id),
    /** Key in the ledger, from the event and its reappearance. */
    key: text().notNull(),
    /** Address of the voucher's wallet in lower case. */
    voucherWallet: text('voucher_wallet').notNull(),
    targetWallet: text('target_wallet').notNull(),
    voucherId: uuid('voucher_id').references(() => users.id),
    targetId: uuid('target_id').references(() => users.id),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    /** The part that earned AP: what it added to the pair's highest net, at most 100 USDC over all their wallets. */
    countedMicros: bigint('counted_micros', { mode: 'number' }).notNull(),
    /** Multiplier of the voucher's level at the block's time, as a decimal; null without people. */
    multiplier: text(),
    auraAwarded: integer('aura_awarded').notNull(),
    /** AP withheld because the target reached the cap of the block's UTC day. */
    auraCapped: integer('aura_capped').notNull().default(0),
    txHash: text('tx_hash').notNull(),
    vouchedAt: timestamp('vouched_at', { withTimezone: true }).notNull(),
    /** Whether the two accounts were related when it was credited: it earns no AP, even once they aren't. */
    wasRelated: boolean('was_related').notNull().default(false),
    /** Whether one of the pair had blocked the other then: Trust leaves it out, even once unblocked. */
    wasBlocked: boolean('was_blocked').notNull().default(false),
  },
  (table) => [
    index('vouches_by_pair').on(table.voucherId, table.targetId),
    index('vouches_by_target').on(table.targetId, table.vouchedAt),
    index('vouches_by_payer').on(table.voucherWallet, table.targetId),
  ],
)

/**
 * USDC that a target sent back to a voucher without a vouch, within 180 days; from final blocks alone. What was sent on
 * one UTC day between the same two vouches is one row, at the first such transfer, so that dust makes no more rows.
 */
export const usdcReturns = pgTable(
  'usdc_returns',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    fromId: uuid('from_id')
      .notNull()
      .references(() => users.id),
    toId: uuid('to_id')
      .notNull()
      .references(() => users.id),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    /** UTC days since 1970. */
    day: integer().notNull(),
    /** Number of the two people's vouches of one another before it. */
    afterVouches: integer('after_vouches').notNull(),
  },
  (table) => [
    uniqueIndex('usdc_returns_by_day').on(table.fromId, table.toId, table.chainId, table.day, table.afterVouches),
    index('usdc_returns_by_receiver').on(table.toId),
  ],
)

/** Final blocks up to this one were searched for returns. One row per pair of contracts ever used. */
export const returnCursors = pgTable('return_cursors', {
  /** The id in `chain_cursors`. */
  id: text().primaryKey(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
})

/** A line the voucher wrote beside a vouch. It belongs to the event, so it returns with a reverted vouch. */
export const vouchWords = pgTable(
  'vouch_words',
  {
    id: uuid().primaryKey(),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => chainEvents.id),
    writerId: uuid('writer_id')
      .notNull()
      .references(() => users.id),
    targetId: uuid('target_id')
      .notNull()
      .references(() => users.id),
    /** Text; null once it was removed. The row stays, so that a late retry doesn't restore the text. */
    text: text(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('vouch_words_text', sql`length(${table.text}) between 1 and 140`),
    index('vouch_words_of_writer').on(table.writerId),
    index('vouch_words_of_target').on(table.targetId),
  ],
)

export const vouchingPersonal = [
  personal(vouches, {
    columns: { voucherId: kept('vouches'), targetId: kept('vouches') },
    download: {
      vouches: `select voucher_id, target_id, voucher_wallet, target_wallet, usdc_micros, counted_micros, multiplier,
                   aura_awarded, tx_hash, vouched_at
            from vouches where $1 in (voucher_id, target_id) order by vouched_at, event_id`,
    },
  }),
  personal(usdcReturns, {
    columns: { fromId: kept('vouches'), toId: kept('vouches') },
    privacy:
      'USDC you sent back to a person who had vouched for you, as the network records it. It is kept, because vouches that came back don’t count in Trust.',
    download: {
      usdc_returns: `select from_id, to_id, usdc_micros, tx_hash, sent_at from usdc_returns where $1 in (from_id, to_id)
            order by sent_at, id`,
    },
  }),
  personal(vouchWords, {
    columns: { id: 'other', writerId: deleted('vouch_words'), targetId: deleted('vouch_words') },
    privacy:
      'The words you wrote beside vouches. They are deleted with your account, as are words others wrote for you.',
    download: {
      vouch_words: `select target_id, text, written_at from vouch_words where writer_id = $1 and text is not null
                order by written_at, id`,
    },
  }),
]

export const vouchingRetention = [
  keptForever(vouches, 'receipts, and what Trust is computed from'),
  keptForever(usdcReturns, 'what Trust is computed from; one row for each pair, day and vouch between'),
  bounded(returnCursors, 'one row for each pair of contracts'),
  bounded(vouchWords, 'one row for each vouch'),
]

declare module '#platform/db/sql' {
  interface Tables {
    vouches: typeof vouches.$inferSelect
    usdc_returns: typeof usdcReturns.$inferSelect
    return_cursors: typeof returnCursors.$inferSelect
    vouch_words: typeof vouchWords.$inferSelect
  }
}
