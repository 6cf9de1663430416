import type { Challengers } from '@aura/api/calls/battles/challenges'
import { sql } from 'drizzle-orm'
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { carried, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../../profile/tables.ts'

/** Users who limit whose challenges they take. */
export const challengeSettings = pgTable(
  'challenge_settings',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    challengers: text().$type<Exclude<Challengers, 'everybody'>>().notNull(),
  },
  (table) => [check('challenge_settings_challengers', sql`${table.challengers} in ('known', 'nobody')`)],
)

export const challengersPersonal = [
  personal(challengeSettings, {
    columns: { userId: carried('challenge_settings') },
    download: { challenge_settings: 'select challengers from challenge_settings where user_id = $1' },
  }),
]

export const challengersRetention = [bounded(challengeSettings, 'one row for each user')]

declare module '#platform/db/sql' {
  interface Tables {
    challenge_settings: typeof challengeSettings.$inferSelect
  }
}
