import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { chainEvents } from '../chain-events/tables.ts'
import { users } from '../profile/tables.ts'

/** Whose a purchase on chain is. One that disappears from the chain disappears here. */
export const steezePurchases = pgTable(
  'steeze_purchases',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => chainEvents.id),
    /** Names the event, and which time it came, in the ledger. */
    key: text().notNull(),
    /** Who paid; lower case. */
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
    index('steeze_purchases_by_wallet').on(table.wallet),
  ],
)
