import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'

/** The public part of accounts; sign-in methods and balances are elsewhere. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    username: text().notNull().unique('users_username'),
    firstName: text('first_name'),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isDemo: boolean('is_demo').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The row of a deleted account stays for others' records, under a placeholder name. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    check('users_username_form', sql`${table.username} ~ '^[a-z0-9_]{3,20}$'`),
    // Indexes for names that begin with a text, and for those that contain or resemble it.
    index('users_username_prefix').on(table.username.op('text_pattern_ops')),
    index('users_username_trigrams').using('gin', table.username.op('gin_trgm_ops')),
  ],
)

export const profilePersonal = [
  personal(users, {
    columns: { id: kept('account') },
    download: {
      account: `select id, username, first_name, profile_image_url, is_admin, created_at from users where id = $1`,
    },
  }),
]

export const profileRetention = [keptForever(users, 'one row for each account, also a deleted one')]

declare module '#platform/db/sql' {
  interface Tables {
    users: typeof users.$inferSelect
    user_profiles: Omit<typeof users.$inferSelect, 'isDemo'>
  }
}
