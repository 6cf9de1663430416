import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '../personal-data.ts'
import { trimmed } from '../retention/retention.ts'

export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    userId: uuid('user_id').notNull(),
    call: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer(),
    body: jsonb(),
    /** The attempt that runs the call; null if none does. */
    attempt: text(),
    /** From then on another attempt may take over: this one has finished, or its server is gone. */
    attemptUntil: timestamp('attempt_until', { withTimezone: true }),
    /** Whether it had an outside effect, such as at X, and may not be repeatable. */
    hasReachedOut: boolean('has_reached_out').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.call, table.key] }),
    index('idempotent_answers_by_age').on(table.createdAt),
  ],
)

export const idempotencyPersonal = [
  personal(idempotentAnswers, {
    columns: { userId: deleted('answers_kept_for_retries') },
    download: {
      answers_kept_for_retries: `select call, key, status, body, created_at from idempotent_answers where user_id = $1
                             order by created_at`,
    },
  }),
]

export const idempotencyRetention = [
  trimmed(idempotentAnswers, {
    // Transfers have a key of their own that lasts longer.
    keptMs: ({ idempotencyMs }) => idempotencyMs,
    where: 'r.created_at < $1',
    oldest: 'r.created_at',
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    idempotent_answers: typeof idempotentAnswers.$inferSelect
  }
}
