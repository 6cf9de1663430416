import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'

/** People with a whole point of Trust, as of the calculation in `trust_state`. */
export const trustValues = pgTable(
  'trust_values',
  {
    userId: uuid('user_id').primaryKey(),
    points: bigint({ mode: 'number' }).notNull(),
    supporters: integer().notNull(),
    /** The largest supporters and the points kept from each, largest first. */
    topIds: uuid('top_ids').array().notNull(),
    topPoints: bigint('top_points', { mode: 'number' }).array().notNull(),
  },
  (table) => [
    index('trust_values_in_order').on(table.points, table.userId),
    check('trust_values_some', sql`${table.points} > 0`),
    check('trust_values_tops', sql`cardinality(${table.topIds}) = cardinality(${table.topPoints})`),
  ],
)

/** A single row: the basis of the calculated values. */
export const trustState = pgTable(
  'trust_state',
  {
    id: integer().primaryKey(),
    /** Version of the formula that gave them. */
    version: integer().notNull(),
    /** UTC days since 1970, by which payments fade. */
    day: integer().notNull(),
    /** Ids of users in order, separated by commas. */
    seeds: text().notNull(),
    /** Revision of related accounts, between which payments don't count. */
    relations: bigint({ mode: 'number' }).notNull().default(0),
    /** Block up to which payments are included. */
    upToBlock: bigint('up_to_block', { mode: 'number' }).notNull(),
    payments: bigint({ mode: 'number' }).notNull(),
    calculatedAt: timestamp('calculated_at', { withTimezone: true }),
  },
  (table) => [check('trust_state_one', sql`${table.id} = 1`)],
)

/** Inviters of many related accounts, with their number, as of the calculation in `trust_state`. */
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
    privacy: 'Your Trust and who brings most of it, which everyone can see. It is deleted with your account.',
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
