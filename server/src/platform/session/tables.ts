import { customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '../personal-data.ts'
import { trimmed } from '../retention/retention.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie: reading the database doesn't allow signing in. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    userAgent: text('user_agent').notNull(),
    /** Time of the sign-in or of the latest fresh proof of identity. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** The absolute end, which limits `expires_at`. */
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_by_user').on(table.userId), index('sessions_by_expiry').on(table.expiresAt)],
)

export const sessionPersonal = [
  personal(sessions, {
    columns: { userId: deleted('sessions') },
    download: {
      sessions:
        'select user_agent, created_at, last_used_at, expires_at, ends_at from sessions where user_id = $1 order by created_at',
    },
  }),
]

export const sessionRetention = [
  trimmed(sessions, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' }),
]

declare module '#platform/db/sql' {
  interface Tables {
    sessions: typeof sessions.$inferSelect
  }
}
