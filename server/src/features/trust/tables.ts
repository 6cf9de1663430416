import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'

/** Everybody who has a whole point of Trust, as of the calculation in `trust_state`. */
export const trustValues = pgTable(
  'trust_values',
  {
    userId: uuid('user_id').primaryKey(),
    points: bigint({ mode: 'number' }).notNull(),
    supporters: integer().notNull(),
    /** The largest supporters and the points kept of each, largest first. */
    topIds: uuid('top_ids').array().notNull(),
    topPoints: bigint('top_points', { mode: 'number' }).array().notNull(),
  },
  (table) => [
    index('trust_values_in_order').on(table.points, table.userId),
    check('trust_values_some', sql`${table.points} > 0`),
    check('trust_values_tops', sql`cardinality(${table.topIds}) = cardinality(${table.topPoints})`),
  ],
)

/** One row: what the values were calculated from. */
export const trustState = pgTable(
  'trust_state',
  {
    id: integer().primaryKey(),
    /** Of the formula. */
    version: integer().notNull(),
    /** UTC days since 1970; payments fade by them. */
    day: integer().notNull(),
    /** Ids of users in order, separated by commas. */
    seeds: text().notNull(),
    /** How often related accounts had changed: payments between them don't count. */
    relations: bigint({ mode: 'number' }).notNull().default(0),
    /** Payments of later blocks aren't in it. */
    upToBlock: bigint('up_to_block', { mode: 'number' }).notNull(),
    payments: bigint({ mode: 'number' }).notNull(),
    calculatedAt: timestamp('calculated_at', { withTimezone: true }),
  },
  (table) => [check('trust_state_one', sql`${table.id} = 1`)],
)

/** Inviters of many related accounts, with how many those are, as of the calculation in `trust_state`. */
export const trustRings = pgTable(
  'trust_rings',
  { userId: uuid('user_id').primaryKey(), accounts: integer().notNull() },
  (table) => [check('trust_rings_some', sql`${table.accounts} > 0`)],
)

export const trustPersonal = [
  personal(trustRings, {
    columns: { userId: deleted('trust') },
    download: { trust_ring: 'select accounts from trust_rings where user_id = $1' },
  }),
  personal(trustValues, {
    columns: { userId: deleted('trust') },
    download: { trust: 'select points, supporters from trust_values where user_id = $1' },
  }),
]

export const trustRetention = [
  bounded(trustValues, 'one row for each user'),
  bounded(trustState, 'one row'),
  bounded(trustRings, 'one row for each user who invited a ring'),
]

declare module '#platform/db/sql' {
  interface Tables {
    trust_values: typeof trustValues.$inferSelect
    trust_state: typeof trustState.$inferSelect
    trust_rings: typeof trustRings.$inferSelect
  }
}
