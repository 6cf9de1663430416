import type { ProposedAction } from '@aura/api/calls/moderation/proposals'
import type { PersonReportReason, ReportReason, TextKind } from '@aura/api/calls/moderation/reports'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { carried, deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
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

/** Reports of texts: comments, words beside vouches, lines beside places. */
export const textReports = pgTable(
  'text_reports',
  {
    kind: text().$type<TextKind>().notNull(),
    textId: uuid('text_id').notNull(),
    writerId: uuid('writer_id')
      .notNull()
      .references(() => users.id),
    /** Whom words or a line are about; null for comments. */
    aboutId: uuid('about_id').references(() => users.id),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id),
    reason: text().$type<ReportReason>().notNull(),
    /** A line as it was reported, which its writer may change; null for other kinds, and once it is settled. */
    line: text(),
    reportedAt: moment('reported_at').notNull(),
    /** When an admin settled it; null while it is open. */
    settledAt: moment('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.textId, table.reporterId] }),
    check('text_reports_kind', sql`${table.kind} in ('comment', 'words', 'line')`),
    check('text_reports_about', sql`(${table.kind} = 'comment') = (${table.aboutId} is null)`),
    check('text_reports_reason', sql`${table.reason} in ('abuse', 'spam', 'other')`),
    index('text_reports_waiting').on(table.reportedAt).where(sql`${table.settledAt} is null`),
    index('text_reports_of_writer').on(table.writerId),
    index('text_reports_about_person').on(table.aboutId),
    index('text_reports_of_reporter').on(table.reporterId),
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
  personal(textReports, {
    columns: {
      textId: 'other',
      writerId: deleted('text_reports'),
      aboutId: deleted('text_reports'),
      reporterId: deleted('text_reports'),
    },
    privacy:
      'The comments, words and lines you reported, a line also as it was then, until an admin decides on it or one of those concerned leaves. They are deleted with your account, as are reports of what you wrote or what is about you.',
    download: {
      text_reports: `select kind, text_id, reason, reported_at from text_reports where reporter_id = $1
                 order by reported_at, text_id`,
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
  bounded(textReports, 'one row for each text and reporter'),
  keptForever(personReports, 'what admins decided about people'),
  keptForever(adminProposals, 'what admins decided'),
]

declare module '#platform/db/sql' {
  interface Tables {
    admin_proposals: typeof adminProposals.$inferSelect
    person_reports: typeof personReports.$inferSelect
    text_reports: typeof textReports.$inferSelect
  }
}
