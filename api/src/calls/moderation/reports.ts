import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { MODERATION_RULES } from '../../rules/moderation.ts'
import { Done, Id, Moment, OtherPerson, TypedText, UserParams, Whole } from '../../shapes.ts'
import { Comment, ReportReason } from '../crowd.ts'
import { About } from '../people.ts'
import { Reason } from './reason.ts'

const ReportedComment = Comment.extend({
  battleId: z.uuid(),
  reports: Whole,
  reasons: z.array(ReportReason),
})
export type ReportedComment = z.output<typeof ReportedComment>

const CommentParams = z.object({ id: Id })

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
  'GET /api/admin/comments': call({
    summary: 'List the 50 comments whose reports have waited longest',
    access: 'admin',
    rate: 'read',
    answer: z.array(ReportedComment),
  }),
  'POST /api/admin/comments/:id/remove': call({
    summary: 'Remove a comment, which settles its reports',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: CommentParams,
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['COMMENT_NOT_FOUND', 'ADMIN_OWN_CASE'],
  }),
  'POST /api/admin/comments/:id/keep': call({
    summary: 'Keep a reported comment, which settles its reports',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: CommentParams,
    answer: Done,
    errors: ['COMMENT_NOT_FOUND', 'ADMIN_OWN_CASE'],
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
