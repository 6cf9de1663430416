import type { BestOf } from '@aura/api/rules/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded, trimmed } from '#platform/retention/retention'
import { users } from '../../profile/tables.ts'
import type { StoredPracticeRound } from './practice.rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Practices of rounds: where each is follows from its row and the time. */
export const practices = pgTable(
  'practices',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Whose recorded answers they play against: their own, a creator's, or null for nobody's. */
    opponentId: uuid('opponent_id').references(() => users.id),
    bestOf: integer('best_of').$type<BestOf>().notNull(),
    startedAt: moment('started_at').notNull(),
    stoppedAt: moment('stopped_at'),
    /** The questions as `lesson/question`, in order, and everything about them with what was answered. */
    questions: text().array().notNull(),
    rounds: jsonb().$type<StoredPracticeRound[]>().notNull(),
    /** The newest round trips in milliseconds, oldest first. */
    pings: integer().array().notNull().default([]),
  },
  (table) => [
    check('practices_best_of', sql`${table.bestOf} in (3, 5, 7)`),
    check('practices_stopped', sql`${table.stoppedAt} >= ${table.startedAt}`),
    check('practices_rounds', sql`jsonb_array_length(${table.rounds}) = cardinality(${table.questions})`),
    check('practices_pings', sql`cardinality(${table.pings}) <= 9 and array_position(${table.pings}, null) is null`),
    index('practices_of_user').on(table.userId, table.startedAt),
    index('practices_against').on(table.opponentId),
    index('practices_by_age').on(table.startedAt),
  ],
)

/** Users who let others practise against their answers in battles of rounds that ended. */
export const practicePartners = pgTable(
  'practice_partners',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    allowedAt: moment('allowed_at').notNull(),
  },
  (table) => [index('practice_partners_by_age').on(table.allowedAt)],
)

export const practicePersonal = [
  personal(practices, {
    columns: { id: 'other', userId: deleted('practices'), opponentId: deleted('practised_against') },
    privacy: `Your answers when you practise rounds. They are deleted after ${ROUND_RULES.practiceDays} days, or with your account.`,
    // Without what is right, which would tell it of a question that is open.
    download: {
      practised_against:
        'select p.started_at from practices p where p.opponent_id = $1 and p.user_id <> $1 order by p.started_at',
      practices: `select p.best_of, p.started_at, p.stopped_at,
                         (select jsonb_agg(jsonb_build_object('question', p.questions[r.nr], 'choice', r.round #> '{answer,choice}',
                                                              'at', r.round #> '{answer,at}') order by r.nr)
                          from jsonb_array_elements(p.rounds) with ordinality as r (round, nr)
                          where r.round -> 'answer' <> 'null') as answers
                  from practices p where p.user_id = $1 order by p.started_at`,
    },
  }),
  personal(practicePartners, {
    columns: { userId: deleted('practice_partners') },
    privacy: 'That you let others practise rounds against your answers, until you change it.',
    download: { practice_partners: 'select allowed_at from practice_partners where user_id = $1' },
  }),
]

export const practiceRetention = [
  trimmed(practices, {
    keptMs: ({ practicesMs }) => practicesMs,
    where: 'r.started_at < $1',
    oldest: 'r.started_at',
  }),
  bounded(practicePartners, 'one row for each user'),
]

declare module '#platform/db/sql' {
  interface Tables {
    practices: typeof practices.$inferSelect
    practice_partners: typeof practicePartners.$inferSelect
  }
}
