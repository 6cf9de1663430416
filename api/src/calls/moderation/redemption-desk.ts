import { z } from 'zod'
import { call } from '../../contract/call.ts'
import { Done, Id, Moment, OtherPerson, Whole } from '../../shapes.ts'
import { RedemptionReview } from '../steeze.ts'
import { Reason } from './reason.ts'

export const ReviewedRedemption = RedemptionReview.omit({ holdId: true, mayAppeal: true }).extend({
  id: z.uuid(),
  person: OtherPerson.omit({ currentStreak: true }),
  decidedAt: Moment.nullable(),
  needsSecond: z.boolean(),
})
export type ReviewedRedemption = z.output<typeof ReviewedRedemption>

export const Neighbour = z.object({
  person: OtherPerson.omit({ currentStreak: true }),
  score: Whole,
  reasons: z.array(
    z.object({
      kind: z.enum(['device', 'turns', 'address', 'funder', 'wallet', 'predecessor']),
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

/** `answersAppeal`: the admin read the appeal. Without it, the decision is refused if an appeal arrived meanwhile. */
const Decision = z.object({ reason: Reason, answersAppeal: z.boolean().optional() })

export const redemptionDeskCalls = {
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
    errors: ['REDEMPTION_NOT_FOUND', 'ADMIN_OWN_CASE'],
  }),
  'POST /api/admin/redemptions/:id/approve': call({
    summary: 'Approve a redemption; above the limit it is proposed, and another admin confirms it',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: Decision,
    answer: z.object({ isProposed: z.boolean() }),
    errors: ['REDEMPTION_NOT_FOUND', 'REVIEW_NOT_OPEN', 'REVIEW_APPEALED', 'ADMIN_OWN_CASE'],
  }),
  'POST /api/admin/redemptions/:id/reject': call({
    summary: 'Reject a redemption, which returns its Steeze',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: Decision,
    answer: Done,
    errors: ['REDEMPTION_NOT_FOUND', 'REVIEW_NOT_OPEN', 'REVIEW_APPEALED', 'ADMIN_OWN_CASE'],
  }),
  'POST /api/admin/redemptions/:id/undo': call({
    summary: 'Undo a decision while nothing is signed; it waits again',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['REDEMPTION_NOT_FOUND', 'REVIEW_NOT_OPEN', 'ADMIN_OWN_CASE'],
  }),
}
