import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { MODERATION_RULES } from '../../rules/moderation.ts'
import { Done, Id, Moment, OtherPerson, TypedText, UserParams, Whole } from '../../shapes.ts'
import { About } from '../people.ts'
import { Reason } from './reason.ts'

export const ReportReason = z.enum(['abuse', 'spam', 'other'])
export type ReportReason = z.output<typeof ReportReason>

/** A comment on a battle, the words beside a vouch, or the line beside a place. */
export const TextKind = z.enum(['comment', 'words', 'line'])
export type TextKind = z.output<typeof TextKind>

const ReportedText = z.object({
  kind: TextKind,
  id: z.uuid(),
  writer: OtherPerson.omit({ currentStreak: true }),
  /** Whom words or a line are about; null for a comment. */
  about: OtherPerson.pick({ id: true, username: true }).nullable(),
  /** The battle of a comment, else null. */
  battleId: z.uuid().nullable(),
  text: z.string(),
  /** A line as it was reported, if its writer changed it since. */
  reportedAs: z.array(z.string()),
  writtenAt: Moment,
  reports: Whole,
  reasons: z.array(ReportReason),
})
export type ReportedText = z.output<typeof ReportedText>

const TextParams = z.object({ kind: TextKind, id: Id })

export const PersonReportReason = z.enum(['scam', 'impersonation', 'abuse', 'spam', 'stream', 'other'])
export type PersonReportReason = z.output<typeof PersonReportReason>

const ReportedPerson = z.object({
  person: OtherPerson.omit({ currentStreak: true }),
  about: About,
  /** Total waiting; the oldest 20 are listed. */
  waiting: Whole,
  reports: z.array(
    z.object({
      reporter: OtherPerson.pick({ id: true, username: true }),
      reason: PersonReportReason,
      text: z.string(),
      reportedAt: Moment,
    }),
  ),
})
export type ReportedPerson = z.output<typeof ReportedPerson>

const PersonParams = z.object({ id: Id })

export const reportCalls = {
  'PUT /api/texts/:kind/:id/report': call({
    summary:
      'Report a public text of another person to the admins. Reporting it again changes nothing unless its line was edited since',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: TextParams,
    body: z.object({ reason: ReportReason }),
    answer: Done,
    errors: ['TEXT_NOT_FOUND', 'TEXT_OWN'],
  }),
  'GET /api/admin/texts': call({
    summary: 'List the 50 texts whose reports have waited longest',
    access: 'admin',
    rate: 'read',
    answer: z.array(ReportedText),
  }),
  'POST /api/admin/texts/:kind/:id/remove': call({
    summary: 'Remove a reported text, settle its reports and tell its writer the reason',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: TextParams,
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['TEXT_NOT_FOUND', 'ADMIN_OWN_CASE'],
  }),
  'POST /api/admin/texts/:kind/:id/keep': call({
    summary: 'Keep a reported text, which settles its reports',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: TextParams,
    answer: Done,
    errors: ['TEXT_NOT_FOUND', 'ADMIN_OWN_CASE'],
  }),
  'PUT /api/users/:id/report': call({
    summary: 'Report a person to the admins; they are not told. Changes a report of the user that still waits',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: UserParams,
    body: z.object({
      reason: PersonReportReason,
      text: TypedText(
        MODERATION_RULES.textLength,
        `A report has at most ${MODERATION_RULES.textLength} characters`,
      ).default(''),
    }),
    answer: Done,
    errors: ['USER_NOT_FOUND', 'REPORT_ONESELF', 'REPORTS_USED_UP'],
  }),
  'GET /api/admin/reports': call({
    summary: 'List the 50 people whose reports have waited longest',
    access: 'admin',
    rate: 'read',
    answer: z.array(ReportedPerson),
  }),
  'POST /api/admin/people/:id/settle-reports': call({
    summary: 'Settle the reports of a person up to a moment, with a note for the admin log',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: PersonParams,
    body: z.object({ reason: Reason, upTo: Moment }),
    answer: Done,
    errors: ['REPORTS_NOT_FOUND', 'ADMIN_OWN_CASE'],
  }),
}
