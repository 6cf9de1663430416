import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Wallets that may join while the beta is closed. Removing one only makes it inactive. */
export const whitelistedWallets = pgTable('whitelisted_wallets', {
  id: uuid().primaryKey(),
  /** Lower case. */
  walletAddress: text('wallet_address').notNull().unique('whitelisted_wallets_address'),
  note: text(),
  isActive: boolean('is_active').notNull().default(true),
  /** The admin who added it first; null from a shell. Outlives their account, so it refers to nothing. */
  addedBy: uuid('added_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
