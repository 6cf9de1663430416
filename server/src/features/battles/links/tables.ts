import { LINK_STATUSES, type LinkStatus } from '@aura/api/battle-statuses'
import type { BestOf } from '@aura/api/rules/rounds'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { sqlList } from '#platform/db/sql-list'
import { deleted, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'
import { users } from '../../profile/tables.ts'
import { battles } from '../tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Challenges to the first person to accept at their link. The battle has its id, so there can't be a second. */
export const challengeLinks = pgTable(
  'challenge_links',
  {
    id: uuid().primaryKey(),
    challengerId: uuid('challenger_id')
      .notNull()
      .references(() => users.id),
    title: text(),
    description: text().notNull(),
    status: text().$type<LinkStatus>().notNull(),
    /** Stake of each side in AP. The challenger's is held, and remains held for the battle. */
    stake: bigint({ mode: 'number' }).notNull(),
    hold: uuid().notNull().unique(),
    lengthMinutes: integer('length_minutes').notNull(),
    softClose: boolean('soft_close').notNull(),
    /** Most rounds of a battle decided by knowledge; null if gifts decide. */
    bestOf: integer('best_of').$type<BestOf>(),
    requestKey: text('request_key'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    battleId: uuid('battle_id').references(() => battles.id),
  },
  (table) => [
    check('challenge_links_stake', sql`${table.stake} > 0`),
    check(
      'challenge_links_best_of',
      sql`${table.bestOf} in (3, 5, 7) and not ${table.softClose} or ${table.bestOf} is null`,
    ),
    check('challenge_links_length', sql`${table.lengthMinutes} > 0`),
    check('challenge_links_time', sql`${table.createdAt} < ${table.expiresAt}`),
    check('challenge_links_title', sql`length(${table.title}) between 1 and 20`),
    check('challenge_links_status', sql`${table.status} in ${sql.raw(sqlList(LINK_STATUSES))}`),
    check(
      'challenge_links_battle',
      sql`case when ${table.status} = 'accepted' then ${table.battleId} is not null and ${table.battleId} = ${table.id}
        else ${table.battleId} is null end`,
    ),
    unique('challenge_links_request').on(table.challengerId, table.requestKey),
    index('challenge_links_of_challenger').on(table.challengerId, table.createdAt),
    // Open links are counted whenever a battle is read.
    index('challenge_links_open').on(table.challengerId).where(sql`${table.status} = 'pending'`),
    index('challenge_links_due').on(table.expiresAt, table.id).where(sql`${table.status} = 'pending'`),
  ],
)

export const linksPersonal = [
  personal(challengeLinks, {
    columns: { id: 'other', challengerId: deleted('challenge_links'), hold: 'other', battleId: 'other' },
    download: {
      challenge_links: `select id, title, description, status, stake, length_minutes, soft_close, best_of, created_at, expires_at
                 from challenge_links where challenger_id = $1 order by created_at, id`,
    },
  }),
]

export const linksRetention = [keptForever(challengeLinks, 'transfers of stakes name them')]

declare module '#platform/db/sql' {
  interface Tables {
    challenge_links: typeof challengeLinks.$inferSelect
  }
}
