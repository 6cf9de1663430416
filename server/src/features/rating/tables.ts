import { RATING_RULES } from '@aura/api/rules/rating'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, smallint, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { battles } from '../battles/tables.ts'
import type { Score } from './rating.rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The order of the board; see `lowerEnd`. */
export const LOWER_END = `rating - ${RATING_RULES.caution} * deviation`

/** Current ratings, as the last of their changes left them. */
export const ratings = pgTable(
  'ratings',
  {
    userId: uuid('user_id').primaryKey(),
    /** Hundredths of a point. */
    rating: integer().notNull(),
    deviation: integer().notNull(),
    /** Millionths. */
    volatility: integer().notNull(),
    /** Rated battles; none in the row of somebody whose first one is just being settled. */
    rated: integer().notNull(),
    ratedAt: moment('rated_at').notNull(),
  },
  (table) => [
    check('ratings_values', sql`${table.deviation} > 0 and ${table.volatility} > 0 and ${table.rated} >= 0`),
    index('ratings_in_order')
      .on(sql`(${sql.raw(LOWER_END)})`, table.ratedAt, table.userId)
      .where(sql`${table.rated} >= ${sql.raw(String(RATING_RULES.battles))}`),
  ],
)

/** What each rated battle did to the ratings of its two people. Ratings can be recomputed from it. */
export const ratingChanges = pgTable(
  'rating_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    userId: uuid('user_id').notNull(),
    /** How many rated battles the person had with this one. */
    number: integer().notNull(),
    /** In halves: 2 won, 1 a draw, 0 lost. */
    score: smallint().$type<Score>().notNull(),
    ratingBefore: integer('rating_before').notNull(),
    deviationBefore: integer('deviation_before').notNull(),
    volatilityBefore: integer('volatility_before').notNull(),
    rating: integer().notNull(),
    deviation: integer().notNull(),
    volatility: integer().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    unique('rating_changes_once').on(table.battleId, table.userId),
    unique('rating_changes_in_order').on(table.userId, table.number),
    check('rating_changes_number', sql`${table.number} >= 1`),
    check('rating_changes_score', sql`${table.score} between 0 and 2`),
    index('rating_changes_by_age').on(table.userId, table.at),
  ],
)

export const ratingPersonal = [
  personal(ratings, {
    columns: { userId: deleted('rating') },
    privacy:
      'Your rating in rounds of questions, which everyone can see. It is deleted with your account. What it was before and after each battle stays, since your opponents’ ratings follow from that.',
    download: {
      rating: 'select rating, deviation, volatility, rated, rated_at from ratings where user_id = $1 and rated > 0',
    },
  }),
  personal(ratingChanges, {
    columns: { battleId: 'other', userId: kept('rating_changes') },
    download: {
      rating_changes: `select battle_id, number, score, rating_before, deviation_before, rating, deviation, at
                       from rating_changes where user_id = $1 order by number`,
    },
  }),
]

export const ratingRetention = [
  bounded(ratings, 'one row for each person who finished a battle of rounds'),
  keptForever(ratingChanges, 'ratings follow from them'),
]

declare module '#platform/db/sql' {
  interface Tables {
    ratings: typeof ratings.$inferSelect
    rating_changes: typeof ratingChanges.$inferSelect
  }
}
