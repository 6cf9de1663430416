import type { PersonReportReason } from '@aura/api/calls/moderation'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { users } from '../profile/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const personReports = pgTable(
  'person_reports',
  {
    id: uuid().primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id),
    reason: text().$type<PersonReportReason>().notNull(),
    text: text().notNull(),
    reportedAt: moment('reported_at').notNull(),
    /** Null while it waits for an admin. */
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('person_reports_open').on(table.personId, table.reporterId).where(sql`${table.settledAt} is null`),
    index('person_reports_waiting').on(table.reportedAt).where(sql`${table.settledAt} is null`),
    index('person_reports_of_person').on(table.personId),
    index('person_reports_of_reporter').on(table.reporterId),
    check('person_reports_another', sql`${table.personId} <> ${table.reporterId}`),
    check('person_reports_reason', sql`${table.reason} in ('scam', 'impersonation', 'abuse', 'spam', 'other')`),
    check('person_reports_text', sql`length(${table.text}) <= 500`),
  ],
)

export const moderationPersonal = [
  personal(personReports, {
    // Who was reported is not told by whom.
    columns: { id: 'other', personId: deleted('person_reports'), reporterId: deleted('person_reports') },
    download: {
      person_reports: `select person_id, reason, text, reported_at from person_reports where reporter_id = $1
                   order by reported_at, id`,
    },
  }),
]

declare module '#platform/db/sql' {
  interface Tables {
    person_reports: typeof personReports.$inferSelect
  }
}
