import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** People who take part in the leagues. */
export const leagueMembers = pgTable('league_members', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
})

/** Entries, one row per member and week in which they learned. A trigger keeps the points. */
export const leagueEntries = pgTable(
  'league_entries',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    week: integer().notNull(),
    /** Level; null until they are seated. */
    level: smallint(),
    league: integer(),
    /** Their place in the draw of the first hour's learners, as `league_lot`; null for all others. */
    lot: bigint({ mode: 'number' }),
    points: integer().notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    /** When they reached these points: of equal points, the earlier one is ahead. */
    reachedAt: timestamp('reached_at', { withTimezone: true }).notNull(),
    /** Whether they left during the week. Their seat stays, so that leaving and joining finds no other league. */
    isOut: boolean('is_out').notNull().default(false),
    /** Place; null until the week is closed, and forever for people who left during it. */
    place: smallint(),
    moved: smallint(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.week] }),
    index('league_entries_in_league').on(table.week, table.level, table.league),
    index('league_entries_unseated')
      .on(table.week, table.lot, table.firstAt, table.userId)
      .where(sql`${table.league} is null`),
    check('league_entries_some', sql`${table.points} > 0`),
    check('league_entries_seat', sql`(${table.level} is null) = (${table.league} is null)`),
    check('league_entries_level', sql`${table.level} between 1 and 10`),
    check(
      'league_entries_result',
      sql`(${table.place} is null) = (${table.moved} is null)
        and (${table.place} is null or (${table.league} is not null and not ${table.isOut}))`,
    ),
    check(
      'league_entries_moved',
      sql`${table.moved} between -1 and 1 and ${table.level} + ${table.moved} between 1 and 10`,
    ),
  ],
)

/** Progress of a week on each level. Its leagues are numbered from 1 in the order they filled. */
export const leagueWeeks = pgTable(
  'league_weeks',
  {
    week: integer().notNull(),
    level: smallint().notNull(),
    /** Number of people seated so far. */
    seats: integer().notNull().default(0),
    /** Random, drawn once the week's first hour is over: the same on all levels. Lots follow from it. */
    seed: text(),
    /** Leagues up to this number are closed, and their members told. */
    closed: integer().notNull().default(0),
    told: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.level] }),
    check('league_weeks_told', sql`${table.told} between 0 and ${table.closed}`),
  ],
)

export const leaguesPersonal = [
  personal(leagueMembers, {
    columns: { userId: deleted('leagues_joined') },
    download: { leagues_joined: 'select joined_at from league_members where user_id = $1' },
  }),
  personal(leagueEntries, {
    columns: { userId: deleted('leagues') },
    privacy: `If you join the leagues: your points of each week and your place, which the people in your league see with your name during that week. Results are deleted after about ${LEAGUE_RULES.keptWeeks} weeks, the last one and your membership with your account.`,
    download: {
      leagues: `select week, level, points, first_at, reached_at, is_out, place, moved from league_entries
                where user_id = $1 order by week`,
    },
  }),
]

export const leaguesRetention = [
  bounded(leagueMembers, 'one row for each user'),
  bounded(leagueEntries, 'taking a seat removes the old results of whoever takes it'),
  keptForever(leagueWeeks, 'ten rows a week'),
]

declare module '#platform/db/sql' {
  interface Tables {
    league_members: typeof leagueMembers.$inferSelect
    league_entries: typeof leagueEntries.$inferSelect
    league_weeks: typeof leagueWeeks.$inferSelect
  }
}
