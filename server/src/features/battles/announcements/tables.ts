import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../../profile/tables.ts'
import { battles } from '../tables.ts'

/** Battles that went live and whose participants' followers are being told. */
export const liveAnnouncements = pgTable('live_announcements', {
  battleId: uuid('battle_id')
    .primaryKey()
    .references(() => battles.id),
  challengerId: uuid('challenger_id')
    .notNull()
    .references(() => users.id),
  opponentId: uuid('opponent_id')
    .notNull()
    .references(() => users.id),
  title: text(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  /** All followers up to this id have been told. */
  toldUpTo: uuid('told_up_to'),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
})

export const announcementsPersonal = [
  personal(liveAnnouncements, {
    columns: {
      battleId: 'other',
      challengerId: deleted('live_announcements'),
      opponentId: deleted('live_announcements'),
      toldUpTo: 'other',
    },
    download: {
      live_announcements: `select battle_id, title, due_at from live_announcements
                       where $1 in (challenger_id, opponent_id) order by battle_id`,
    },
  }),
]

export const announcementsRetention = [bounded(liveAnnouncements, 'removed when all followers were told')]

declare module '#platform/db/sql' {
  interface Tables {
    live_announcements: typeof liveAnnouncements.$inferSelect
  }
}
