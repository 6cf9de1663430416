import type { ProposedAction } from '@aura/api/calls/moderation/proposals'
import type { PersonReportReason } from '@aura/api/calls/moderation/reports'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { carried, deleted, kept, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'
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
    /** When an admin settled it; null while it is open. */
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('person_reports_open').on(table.personId, table.reporterId).where(sql`${table.settledAt} is null`),
    index('person_reports_waiting').on(table.reportedAt).where(sql`${table.settledAt} is null`),
    index('person_reports_of_person').on(table.personId),
    index('person_reports_of_reporter').on(table.reporterId),
    check('person_reports_another', sql`${table.personId} <> ${table.reporterId}`),
    check(
      'person_reports_reason',
      sql`${table.reason} in ('scam', 'impersonation', 'abuse', 'spam', 'stream', 'other')`,
    ),
    check('person_reports_text', sql`length(${table.text}) <= 500`),
  ],
)

/** Actions that one admin proposes and another confirms. Open while `decision` is null and it hasn't lapsed. */
export const adminProposals = pgTable(
  'admin_proposals',
  {
    id: uuid().primaryKey(),
    action: text().$type<ProposedAction>().notNull(),
    /** Id of the battle, the person or the redemption. */
    subject: uuid().notNull(),
    reason: text().notNull(),
    proposedBy: uuid('proposed_by').notNull(),
    proposedAt: moment('proposed_at').notNull(),
    decision: text().$type<'confirmed' | 'withdrawn' | 'lapsed'>(),
    /** The deciding admin; null if it lapsed. */
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    uniqueIndex('admin_proposals_open').on(table.action, table.subject).where(sql`${table.decision} is null`),
    index('admin_proposals_in_order').on(table.proposedAt).where(sql`${table.decision} is null`),
    check(
      'admin_proposals_action',
      sql`${table.action} in ('void-battle', 'unfreeze-redemption', 'approve-redemption')`,
    ),
    check(
      'admin_proposals_another',
      sql`${table.decision} <> 'confirmed' or ${table.decidedBy} <> ${table.proposedBy}`,
    ),
    check(
      'admin_proposals_decided',
      sql`case when ${table.decision} is null then ${table.decidedBy} is null and ${table.decidedAt} is null
        else ${table.decision} in ('confirmed', 'withdrawn', 'lapsed') and ${table.decidedAt} is not null
          and (${table.decision} = 'lapsed') = (${table.decidedBy} is null) end`,
    ),
  ],
)

export const moderationPersonal = [
  personal(adminProposals, {
    columns: {
      id: 'other',
      subject: kept('admin_actions'),
      proposedBy: kept('admin_actions'),
      decidedBy: kept('admin_actions'),
    },
  }),
  personal(personReports, {
    // Reported people are not told who reported them.
    columns: { id: 'other', personId: carried('person_reports'), reporterId: deleted('person_reports') },
    privacy:
      'Reports you made about people: only admins see them and who made them. They are deleted with your account. Open reports about you wait for your return if you delete yours.',
    download: {
      person_reports: `select person_id, reason, text, reported_at from person_reports where reporter_id = $1
                   order by reported_at, id`,
    },
  }),
]

export const moderationRetention = [
  keptForever(personReports, 'what admins decided about people'),
  keptForever(adminProposals, 'what admins decided'),
]

declare module '#platform/db/sql' {
  interface Tables {
    admin_proposals: typeof adminProposals.$inferSelect
    person_reports: typeof personReports.$inferSelect
  }
}
