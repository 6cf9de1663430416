import type { RoundResult } from '@aura/api/calls/battles/rounds'
import { ROUND_RESULTS } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sqlList } from '#platform/db/sql-list'
import { deleted, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'
import { users } from '../../profile/tables.ts'
import type { Side } from '../battle.rules.ts'
import { battles } from '../tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const side = (name: string) => text(name).$type<Side>()

/** Participants of open battles of rounds: whether they are ready, and how long their line takes. */
export const battleSeats = pgTable(
  'battle_seats',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    side: side('side').notNull(),
    readyAt: moment('ready_at'),
    /** The newest round trips in milliseconds, oldest first. */
    pings: integer().array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.side] }),
    check('battle_seats_side', sql`${table.side} in ('challenger', 'opponent')`),
    check('battle_seats_pings', sql`cardinality(${table.pings}) <= 9 and array_position(${table.pings}, null) is null`),
  ],
)

export const battleRounds = pgTable(
  'battle_rounds',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    number: integer().notNull(),
    isSuddenDeath: boolean('is_sudden_death').notNull(),
    /** The question as `lesson/question`, and everything about it as JSON text, which `commitment` covers. */
    question: text().notNull(),
    sealed: text().notNull(),
    salt: text().notNull(),
    commitment: text().notNull(),
    opensAt: moment('opens_at').notNull(),
    openedAt: moment('opened_at'),
    closesAt: moment('closes_at'),
    closedAt: moment('closed_at'),
    interruptedAt: moment('interrupted_at'),
    challengerChoice: integer('challenger_choice').array(),
    challengerAt: moment('challenger_at'),
    challengerTrip: integer('challenger_trip'),
    opponentChoice: integer('opponent_choice').array(),
    opponentAt: moment('opponent_at'),
    opponentTrip: integer('opponent_trip'),
    result: text().$type<RoundResult>(),
    /** When it closed: answers of viewers and right ones, for challenger, opponent and neither. */
    crowd: integer().array(),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.number] }),
    check('battle_rounds_number', sql`${table.number} >= 1`),
    check('battle_rounds_opened', sql`num_nonnulls(${table.openedAt}, ${table.closesAt}) in (0, 2)`),
    check(
      'battle_rounds_closed',
      sql`num_nonnulls(${table.closedAt}, ${table.result}, ${table.crowd}) in (0, 3)
        and (${table.closedAt} is null or ${table.openedAt} is not null)`,
    ),
    check('battle_rounds_crowd', sql`cardinality(${table.crowd}) = 6`),
    check('battle_rounds_result', sql`${table.result} in ${sql.raw(sqlList(ROUND_RESULTS))}`),
    check(
      'battle_rounds_answers',
      sql`num_nonnulls(${table.challengerChoice}, ${table.challengerAt}, ${table.challengerTrip}) in (0, 3)
        and num_nonnulls(${table.opponentChoice}, ${table.opponentAt}, ${table.opponentTrip}) in (0, 3)
        and (${table.openedAt} is not null or num_nonnulls(${table.challengerAt}, ${table.opponentAt}) = 0)`,
    ),
    // A battle has one round ahead or open, and asks no question twice.
    uniqueIndex('battle_rounds_one_open').on(table.battleId).where(sql`${table.closedAt} is null`),
    uniqueIndex('battle_rounds_questions').on(table.battleId, table.question),
  ],
)

/** Answers of viewers: they move nothing. */
export const battleRoundAnswers = pgTable(
  'battle_round_answers',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    number: integer().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    choice: integer().array().notNull(),
    isRight: boolean('is_right').notNull(),
    cheersFor: side('cheers_for'),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.number, table.userId] }),
    check('battle_round_answers_side', sql`${table.cheersFor} in ('challenger', 'opponent')`),
    index('battle_round_answers_of_user').on(table.userId, table.at),
    index('battle_round_answers_by_age').on(table.at),
  ],
)

export const roundsPersonal = [
  personal(battleSeats, { columns: { battleId: 'other' } }),
  personal(battleRounds, { columns: { battleId: 'other' } }),
  personal(battleRoundAnswers, {
    columns: { battleId: 'other', userId: deleted('round_answers') },
    privacy: `Your answers to the questions of battles you watched. They are deleted after ${ROUND_RULES.answerDays} days, or with your account.`,
    // Whether an answer was right is told once its round is over.
    download: {
      round_answers: `select a.battle_id, a.number, a.choice, a.cheers_for, a.at,
                             case when not exists (select 1 from battle_rounds r join battles b on b.id = r.battle_id
                                                   where r.battle_id = a.battle_id and r.number = a.number
                                                     and r.closed_at is null and b.due_at is not null)
                                  then a.is_right end as is_right
                      from battle_round_answers a where a.user_id = $1 order by a.at`,
    },
  }),
]

export const roundsRetention = [
  bounded(battleSeats, 'two rows for each open battle of rounds; removed when it is over'),
  keptForever(battleRounds, 'receipts of battles follow from them'),
  trimmed(battleRoundAnswers, {
    keptMs: ({ roundAnswersMs }) => roundAnswersMs,
    where: 'r.at < $1',
    oldest: 'r.at',
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    battle_seats: typeof battleSeats.$inferSelect
    battle_rounds: typeof battleRounds.$inferSelect
    battle_round_answers: typeof battleRoundAnswers.$inferSelect
  }
}
