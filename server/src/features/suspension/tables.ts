import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { carried, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Extent of a suspension: all participation, only redeeming Steeze, or only showing streams. */
export type SuspensionScope = 'account' | 'redeeming' | 'streams'

export const suspensions = pgTable(
  'suspensions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    scope: text().$type<SuspensionScope>().notNull(),
    /** Reason that the user is shown. */
    reason: text().notNull(),
    suspendedAt: timestamp('suspended_at', { withTimezone: true }).notNull(),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('suspensions_one_now').on(table.userId, table.scope).where(sql`${table.liftedAt} is null`),
    check('suspensions_scope', sql`${table.scope} in ('account', 'redeeming', 'streams')`),
  ],
)

export const suspensionPersonal = [
  personal(suspensions, {
    columns: { userId: carried('suspensions') },
    download: {
      suspensions: 'select scope, reason, suspended_at, lifted_at from suspensions where user_id = $1 order by id',
    },
  }),
]

export const suspensionRetention = [keptForever(suspensions, 'what admins decided about people')]

declare module '#platform/db/sql' {
  interface Tables {
    suspensions: typeof suspensions.$inferSelect
  }
}
