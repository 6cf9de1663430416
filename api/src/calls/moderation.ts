import { z } from 'zod'
import { call } from '../contract/call.ts'
import type { ErrorCode } from '../errors.ts'
import { MODERATION_RULES } from '../rules/moderation.ts'
import { Done, Id, Moment, OtherPerson, PlainText, TypedText, UserParams, WalletAddress, Whole } from '../shapes.ts'
import { Comment, ReportReason } from './crowd.ts'
import { RedemptionReview } from './steeze.ts'

export const Reason = TypedText(300, 'A reason has at most 300 characters').pipe(
  z.string().min(3, 'Give a reason. It will be shown.'),
)

const PersonParams = z.object({ id: Id })
const Held = z.object({ reason: z.string(), since: Moment })

export const AdminPerson = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  twitterUsername: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: Moment,
  suspension: Held.nullable(),
  redemptionFreeze: Held.nullable(),
})
export type AdminPerson = z.output<typeof AdminPerson>

const ReportedComment = Comment.extend({
  battleId: z.uuid(),
  reports: Whole,
  reasons: z.array(ReportReason),
})
export type ReportedComment = z.output<typeof ReportedComment>

const CommentParams = z.object({ id: Id })

export const PersonReportReason = z.enum(['scam', 'impersonation', 'abuse', 'spam', 'other'])
export type PersonReportReason = z.output<typeof PersonReportReason>

/** Actions that need two admins: one proposes, another confirms. */
export const ProposedAction = z.enum(['void-battle', 'unfreeze-redemption', 'approve-redemption'])
export type ProposedAction = z.output<typeof ProposedAction>

const Proposal = z.object({
  id: z.uuid(),
  action: ProposedAction,
  subject: z.uuid(),
  /** Null for a battle, which concerns no single person. */
  personId: z.uuid().nullable(),
  subjectName: z.string().nullable(),
  reason: z.string(),
  proposer: OtherPerson.pick({ id: true, username: true }),
  proposedAt: Moment,
  lapsesAt: Moment,
})
export type Proposal = z.output<typeof Proposal>

export const ReviewedRedemption = RedemptionReview.omit({ holdId: true, mayAppeal: true }).extend({
  id: z.uuid(),
  person: OtherPerson.omit({ currentStreak: true }),
  decidedAt: Moment.nullable(),
  needsSecond: z.boolean(),
})
export type ReviewedRedemption = z.output<typeof ReviewedRedemption>

const Neighbour = z.object({
  person: OtherPerson.omit({ currentStreak: true }),
  score: Whole,
  reasons: z.array(
    z.object({
      kind: z.enum(['device', 'address', 'funder', 'wallet', 'predecessor']),
      points: Whole,
      /** Number of accounts that share the value; null for kinds where that is no evidence. */
      accounts: Whole.nullable(),
    }),
  ),
  /** True if the score suffices and no admin cleared it. */
  isRelated: z.boolean(),
  clearedReason: z.string().nullable(),
  /** Steeze they gifted the person in battles that ended. */
  gifted: Whole,
})
export type Neighbour = z.output<typeof Neighbour>

/**
 * `answersAppeal`: the admin has read the appeal. Without it, the decision is refused if an appeal arrived meanwhile.
 */
const Decision = z.object({ reason: Reason, answersAppeal: z.boolean().optional() })

const judgeRelation = (summary: string) =>
  call({
    summary,
    access: 'admin',
    rate: 'write',
    params: z.object({ id: Id, otherId: Id }),
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['RELATION_NOT_FOUND', 'ADMIN_OWN_ACCOUNT'],
  })

const proposal = (summary: string, errors: readonly ErrorCode[]) =>
  call({
    summary,
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    answer: Done,
    errors: ['PROPOSAL_NOT_OPEN', ...errors],
  })

const ReportedPerson = z.object({
  person: OtherPerson.omit({ currentStreak: true }),
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

const ofPerson = (summary: string) =>
  call({
    summary,
    access: 'admin',
    rate: 'write',
    params: PersonParams,
    body: z.object({ reason: Reason }),
    answer: AdminPerson,
    errors: ['USER_NOT_FOUND', 'ADMIN_NOT_RESTRICTED', 'ADMIN_OWN_ACCOUNT'],
  })

export const moderationCalls = {
  'GET /api/admin/people': call({
    summary: 'Search users by part of a username or X handle, start of a wallet, or id; newest first',
    access: 'admin',
    rate: 'read',
    query: z.object({
      q: PlainText.max(100).default(''),
      view: z.enum(['all', 'suspended']).default('all'),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.array(AdminPerson),
  }),
  'POST /api/admin/people/:id/suspend': ofPerson('Suspend a user, who sees the reason'),
  'POST /api/admin/people/:id/lift': ofPerson('Lift a suspension'),
  'POST /api/admin/people/:id/freeze-redemption': ofPerson('Freeze a user’s redemptions; they see the reason'),
  'POST /api/admin/people/:id/unfreeze-redemption': ofPerson(
    'Propose to unfreeze a user’s redemptions, which another admin confirms',
  ),
  'POST /api/admin/people/:id/related/:otherId/clear': judgeRelation(
    'Mark two accounts as not one person’s, whatever they have in common',
  ),
  'POST /api/admin/people/:id/related/:otherId/restore': judgeRelation(
    'Remove that mark, so that what they have in common decides',
  ),
  'POST /api/admin/battles/:id/void': call({
    summary:
      'Call off an accepted or live battle: stakes and gifts are returned, and its page shows the reason. After a gift it is proposed, and another admin confirms it',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    answer: z.object({ isProposed: z.boolean() }),
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_VOIDABLE', 'ADMIN_OWN_BATTLE'],
  }),
  'GET /api/admin/proposals': call({
    summary: 'List proposals that wait for a second admin, oldest first',
    access: 'admin',
    rate: 'read',
    answer: z.array(Proposal),
  }),
  'POST /api/admin/proposals/:id/confirm': proposal('Confirm another admin’s proposal, which carries it out', [
    'PROPOSAL_OWN',
    'ADMIN_OWN_BATTLE',
    'ADMIN_OWN_ACCOUNT',
    'ADMIN_OWN_REDEMPTION',
    'BATTLE_NOT_VOIDABLE',
  ]),
  'POST /api/admin/proposals/:id/withdraw': proposal('Withdraw one’s own proposal', ['PROPOSAL_OTHERS']),
  'GET /api/admin/redemptions': call({
    summary: 'List redemptions that wait for an admin, those due first, and those decided that can be undone',
    access: 'admin',
    rate: 'read',
    answer: z.object({ waiting: z.array(ReviewedRedemption), decided: z.array(ReviewedRedemption) }),
  }),
  'GET /api/admin/redemptions/:id': call({
    summary: 'Get what the accounts around a redemption have in common; the admin log keeps who read it',
    access: 'admin',
    rate: 'read',
    params: z.object({ id: Id }),
    answer: z.object({
      /** Steeze redeemed in the 24 hours before the request and since. */
      redeemed: Whole,
      neighbours: z.array(Neighbour),
    }),
    errors: ['REDEMPTION_NOT_FOUND', 'ADMIN_OWN_REDEMPTION'],
  }),
  'POST /api/admin/redemptions/:id/approve': call({
    summary: 'Approve a redemption; above the limit it is proposed, and another admin confirms it',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: Decision,
    answer: z.object({ isProposed: z.boolean() }),
    errors: ['REDEMPTION_NOT_FOUND', 'REVIEW_NOT_OPEN', 'REVIEW_APPEALED', 'ADMIN_OWN_REDEMPTION'],
  }),
  'POST /api/admin/redemptions/:id/reject': call({
    summary: 'Reject a redemption, which returns its Steeze',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: Decision,
    answer: Done,
    errors: ['REDEMPTION_NOT_FOUND', 'REVIEW_NOT_OPEN', 'REVIEW_APPEALED', 'ADMIN_OWN_REDEMPTION'],
  }),
  'POST /api/admin/redemptions/:id/undo': call({
    summary: 'Undo a decision while nothing is signed; it waits again',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['REDEMPTION_NOT_FOUND', 'REVIEW_NOT_OPEN', 'ADMIN_OWN_REDEMPTION'],
  }),
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
    params: CommentParams,
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['COMMENT_NOT_FOUND', 'ADMIN_OWN_COMMENT', 'ADMIN_OWN_REPORT'],
  }),
  'POST /api/admin/comments/:id/keep': call({
    summary: 'Keep a reported comment, which settles its reports',
    access: 'admin',
    rate: 'write',
    params: CommentParams,
    answer: Done,
    errors: ['COMMENT_NOT_FOUND', 'ADMIN_OWN_COMMENT', 'ADMIN_OWN_REPORT'],
  }),
  'PUT /api/users/:id/report': call({
    summary: 'Report a person to the admins; they are not told. Changes a report of the user that still waits',
    access: 'user',
    rate: 'write',
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
    params: PersonParams,
    body: z.object({ reason: Reason, upTo: Moment }),
    answer: Done,
    errors: ['REPORTS_NOT_FOUND', 'ADMIN_OWN_REPORT'],
  }),
  'DELETE /api/whitelist/:walletAddress': call({
    summary: 'Deactivate a wallet: it stays listed as inactive, and its sessions end',
    access: 'admin',
    rate: 'write',
    params: z.object({ walletAddress: WalletAddress }),
    answer: Done,
    errors: ['WHITELIST_ENTRY_NOT_FOUND', 'WHITELIST_OWN_WALLET', 'ADMIN_NOT_RESTRICTED'],
  }),
}
