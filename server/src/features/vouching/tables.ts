import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { chainEvents } from '../chain-events/tables.ts'
import { users } from '../profile/tables.ts'

/** Every vouch on chain while it is there. Without people if a side owned no wallet or was not admitted. */
export const vouches = pgTable(
  'vouches',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => chainEvents.id),
    /** Names the event, and which time it came, in the ledger. */
    key: text().notNull(),
    /** Lower case. */
    voucherWallet: text('voucher_wallet').notNull(),
    targetWallet: text('target_wallet').notNull(),
    voucherId: uuid('voucher_id').references(() => users.id),
    targetId: uuid('target_id').references(() => users.id),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    /** The part of it that earned AP: the first 100 USDC of two accounts, over all their wallets. */
    countedMicros: bigint('counted_micros', { mode: 'number' }).notNull(),
    /** Of the voucher's level at the block's time, as a decimal; null without people. */
    multiplier: text(),
    auraAwarded: integer('aura_awarded').notNull(),
    /** AP it would have awarded beyond that, had the target not reached the cap of the block's UTC day. */
    auraCapped: integer('aura_capped').notNull().default(0),
    txHash: text('tx_hash').notNull(),
    vouchedAt: timestamp('vouched_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('vouches_by_pair').on(table.voucherId, table.targetId),
    index('vouches_by_target').on(table.targetId, table.vouchedAt),
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
]

declare module '#platform/db/sql' {
  interface Tables {
    vouches: typeof vouches.$inferSelect
  }
}
