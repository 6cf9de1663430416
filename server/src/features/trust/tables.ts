import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'

const DAY_MS = 86_400_000
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** People whom any Trust reaches, and seeds, as of the calculation in `trust_state`. */
export const trustValues = pgTable(
  'trust_values',
  {
    userId: uuid('user_id').primaryKey(),
    points: bigint({ mode: 'number' }).notNull(),
    supporters: integer().notNull(),
    /** The largest supporters and the points kept from each, largest first. */
    topIds: uuid('top_ids').array().notNull(),
    topPoints: bigint('top_points', { mode: 'number' }).array().notNull(),
    /** Thousandths of a point of each seed, in the order of the state's seeds, that the person may pass on. */
    passes: bigint({ mode: 'number' }).array().notNull().default([]),
  },
  (table) => [
    index('trust_values_in_order').on(table.points, table.userId),
    check('trust_values_some', sql`${table.points} >= 0`),
    check('trust_values_tops', sql`cardinality(${table.topIds}) = cardinality(${table.topPoints})`),
  ],
)

/** A single row: what the calculated values come from. */
export const trustState = pgTable(
  'trust_state',
  {
    id: integer().primaryKey(),
    /** Ids of users in order, separated by commas. */
    seeds: text().notNull(),
    /** Number of open places. */
    places: bigint({ mode: 'number' }).notNull().default(0),
    calculatedAt: moment('calculated_at'),
  },
  (table) => [check('trust_state_one', sql`${table.id} = 1`)],
)

/**
 * People whose places or suspension changed, written by triggers. A reader takes those of transactions that began
 * after the oldest one that was running when it read last, so that it misses none and repeats a few.
 */
export const trustChanges = pgTable(
  'trust_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').notNull(),
    /** The transaction that changed it. */
    changedIn: bigint('changed_in', { mode: 'number' }).notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    index('trust_changes_by_transaction').on(table.changedIn),
    index('trust_changes_by_age').on(table.changedAt),
  ],
)

/** The account that owned an address when the operator first named it as a seed. Another wallet changes nothing. */
export const trustSeeds = pgTable('trust_seeds', {
  address: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  boundAt: moment('bound_at').notNull(),
})

/** People who stood by someone when they were suspended or found to be part of a ring. They pass on less for a while. */
export const trustLiabilities = pgTable(
  'trust_liabilities',
  {
    giverId: uuid('giver_id').notNull(),
    receiverId: uuid('receiver_id').notNull(),
    cause: text().$type<LiabilityCause>().notNull(),
    beganAt: moment('began_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** When an admin granted their appeal, from which on it has no effect. */
    forgivenAt: moment('forgiven_at'),
  },
  (table) => [
    primaryKey({ columns: [table.giverId, table.receiverId, table.cause] }),
    index('trust_liabilities_of_receiver').on(table.receiverId),
    index('trust_liabilities_by_end').on(table.endsAt),
    check('trust_liabilities_cause', sql`${table.cause} in ('suspended', 'ring')`),
  ],
)

export type LiabilityCause = 'suspended' | 'ring'

/** Accounts of rings, while they are related, since they were found. */
export const trustRingAccounts = pgTable('trust_ring_accounts', {
  userId: uuid('user_id').primaryKey(),
  foundAt: moment('found_at').notNull(),
})

/** Inviters of many related accounts, with the largest group of these. */
export const trustRings = pgTable(
  'trust_rings',
  {
    userId: uuid('user_id').primaryKey(),
    accounts: integer().notNull(),
    memberIds: uuid('member_ids').array().notNull().default([]),
    /** The end of the notice, from which on the inviter gets less. */
    countsFrom: moment('counts_from').notNull(),
  },
  (table) => [check('trust_rings_some', sql`${table.accounts} > 0`)],
)

export type AppealCause = LiabilityCause | 'invited'

/**
 * What a person wrote against what takes from their Trust, and an admin's answer: one for each notice. A ring of which an
 * admin granted the appeal doesn't count again until an account joins it.
 */
export const trustAppeals = pgTable(
  'trust_appeals',
  {
    userId: uuid('user_id').notNull(),
    /** Whom they stood by; themselves if it is about a ring that they invited. */
    aboutId: uuid('about_id').notNull(),
    /** The liability's begin, or the end of the ring's notice. */
    caseAt: moment('case_at').notNull(),
    cause: text().$type<AppealCause>().notNull(),
    /** The ring's accounts when they appealed. */
    memberIds: uuid('member_ids').array().notNull(),
    text: text().notNull(),
    appealedAt: moment('appealed_at').notNull(),
    answer: text(),
    answeredAt: moment('answered_at'),
    isGranted: boolean('is_granted'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.aboutId, table.caseAt] }),
    index('trust_appeals_about').on(table.aboutId),
    index('trust_appeals_waiting').on(table.appealedAt).where(sql`${table.answeredAt} is null`),
    check('trust_appeals_cause', sql`${table.cause} in ('suspended', 'ring', 'invited')`),
    check('trust_appeals_own', sql`(${table.cause} = 'invited') = (${table.userId} = ${table.aboutId})`),
    check('trust_appeals_text', sql`length(${table.text}) between 1 and 500`),
    check('trust_appeals_answered', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
    check('trust_appeals_granted', sql`(${table.isGranted} is null) = (${table.answeredAt} is null)`),
  ],
)

export const trustPersonal = [
  personal(trustAppeals, {
    columns: { userId: deleted('trust'), aboutId: deleted('trust') },
    privacy:
      'What you wrote to appeal that you get or pass on less Trust, and the answer. Only admins see it. It is deleted with your account.',
    download: {
      trust_appeals: `select cause, text, appealed_at, answer, answered_at from trust_appeals where user_id = $1
                      order by appealed_at, about_id`,
    },
  }),
  personal(trustRings, {
    columns: { userId: deleted('trust') },
    download: { trust_ring: 'select accounts, counts_from from trust_rings where user_id = $1' },
  }),
  personal(trustValues, {
    columns: { userId: deleted('trust') },
    privacy: 'Your Trust and who brings most of it, which everyone can see. It is deleted with your account.',
    download: { trust: 'select points, supporters from trust_values where user_id = $1' },
  }),
  // Deleting an account is itself such a change.
  personal(trustChanges, { columns: { userId: kept('trust') } }),
  personal(trustSeeds, { columns: { userId: kept('trust') } }),
  // Whom they stood by is deleted with them; that they answer for a deleted account names nobody.
  personal(trustLiabilities, { columns: { giverId: deleted('trust'), receiverId: kept('trust') } }),
  personal(trustRingAccounts, { columns: { userId: deleted('trust') } }),
]

export const trustRetention = [
  bounded(trustValues, 'one row for each user'),
  bounded(trustState, 'one row'),
  trimmed(trustChanges, { keptMs: () => 2 * DAY_MS, where: 'r.changed_at < $1', oldest: 'r.changed_at' }),
  bounded(trustSeeds, 'one row for each address that the operator named'),
  trimmed(trustLiabilities, {
    keptMs: () => DAY_MS,
    where: 'r.ends_at < $1',
    oldest: 'r.ends_at',
  }),
  bounded(trustRingAccounts, 'one row for each account of a ring'),
  keptForever(trustAppeals, 'one row for each notice that somebody appealed'),
  bounded(trustRings, 'one row for each user who invited a ring'),
]

declare module '#platform/db/sql' {
  interface Tables {
    trust_values: typeof trustValues.$inferSelect
    trust_state: typeof trustState.$inferSelect
    trust_changes: typeof trustChanges.$inferSelect
    trust_seeds: typeof trustSeeds.$inferSelect
    trust_liabilities: typeof trustLiabilities.$inferSelect
    trust_ring_accounts: typeof trustRingAccounts.$inferSelect
    trust_appeals: typeof trustAppeals.$inferSelect
    trust_rings: typeof trustRings.$inferSelect
  }
}
