import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'

/** Wallets that may join while the beta is closed. Removing one only makes it inactive. */
export const whitelistedWallets = pgTable('whitelisted_wallets', {
  id: uuid().primaryKey(),
  /** Address of the wallet in lower case. */
  walletAddress: text('wallet_address').notNull().unique('whitelisted_wallets_address'),
  note: text(),
  isActive: boolean('is_active').notNull().default(true),
  /** First admin to add it; null for a command-line action. Outlives the account, so there is no foreign key. */
  addedBy: uuid('added_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const whitelistPersonal = [
  personal(whitelistedWallets, {
    columns: { id: 'other', addedBy: kept('admin_actions') },
    download: {
      beta_access: `select wallet_address, note, is_active, created_at from whitelisted_wallets
                where wallet_address in (select address from user_wallets where user_id = $1)`,
    },
  }),
]

export const whitelistRetention = [bounded(whitelistedWallets, 'one row for each wallet that may join')]

declare module '#platform/db/sql' {
  interface Tables {
    whitelisted_wallets: typeof whitelistedWallets.$inferSelect
  }
}
