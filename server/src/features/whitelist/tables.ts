import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Wallets that may join while the beta is closed. Removing one only makes it inactive. */
export const whitelistedWallets = pgTable('whitelisted_wallets', {
  id: uuid().primaryKey(),
  /** Lower case. */
  walletAddress: text('wallet_address').notNull().unique('whitelisted_wallets_address'),
  note: text(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
