import { STREAM_KINDS, type StreamKind } from '@aura/api/streams'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { sqlList } from '#platform/db/sql-list'
import { deleted, personal } from '#platform/personal-data'
import { trimmed } from '#platform/retention/retention'
import { users } from '../../profile/tables.ts'
import { battles } from '../tables.ts'

/** Streams that users show: in all of their battles, or instead of that one in a battle. */
export const streams = pgTable(
  'streams',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Null for the stream of the settings. */
    battleId: uuid('battle_id').references(() => battles.id),
    /** What `streams.ts` builds addresses from; null for no stream in this battle. */
    kind: text().$type<StreamKind>(),
    host: text(),
    channel: text(),
    setAt: timestamp('set_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('streams_one').on(table.userId, table.battleId).nullsNotDistinct(),
    index('streams_of_battle').on(table.battleId).where(sql`${table.battleId} is not null`),
    index('streams_by_age').on(table.setAt).where(sql`${table.battleId} is not null`),
    check('streams_kind', sql`${table.kind} in ${sql.raw(sqlList(STREAM_KINDS))}`),
    check(
      'streams_whole',
      sql`case num_nonnulls(${table.kind}, ${table.host}, ${table.channel}) when 0 then ${table.battleId} is not null
        when 3 then length(${table.host}) <= 110 and length(${table.channel}) <= 300 else false end`,
    ),
  ],
)

export const streamsPersonal = [
  personal(streams, {
    columns: { userId: deleted('streams'), battleId: 'other' },
    // Of the last battles, some may still show the stream after their end.
    topics: `select 'battle:' || id as topic from battles where $1 in (challenger_id, opponent_id)
             order by ends_at desc, id limit 10`,
    privacy: 'The streams you show in your battles, where everybody sees them. They are deleted with your account.',
    download: {
      streams: 'select battle_id, kind, host, channel, set_at from streams where user_id = $1 order by set_at',
    },
  }),
]

export const streamsRetention = [
  trimmed(streams, {
    keptMs: ({ battleStreamsMs }) => battleStreamsMs,
    where: `r.battle_id is not null and r.set_at < $1
      and exists (select 1 from battles b where b.id = r.battle_id and b.due_at is null)`,
    oldest: 'r.set_at',
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    streams: typeof streams.$inferSelect
  }
}
