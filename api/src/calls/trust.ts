import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Done, Id, Moment, OtherPerson, Whole } from '../shapes.ts'
import { Reason } from './moderation/reason.ts'
import { Appeal, AppealText } from './related-accounts.ts'

export const trustNotifications = ['trust_update'] as const

const Supporter = z.object({ person: OtherPerson, points: Whole })

export const trustProfileFields = {
  trust: z.object({
    points: Whole,
    /** Number of people any of it comes from. */
    supporters: Whole,
    top: z.array(Supporter),
  }),
}

const TrustedEntry = z.object({ rank: z.int().min(1), person: OtherPerson, points: Whole, supporters: Whole })
export type TrustedEntry = z.output<typeof TrustedEntry>

const Named = OtherPerson.pick({ id: true, username: true })

const LessTrust = z.object({
  /** Number of related accounts that the user invited, and when it begins to count; null if too few to count. */
  ring: z.object({ accounts: Whole, countsFrom: Moment, appeal: Appeal.nullable() }).nullable(),
  /** Whom the user answers for, so that they pass on less. */
  liabilities: z.array(
    z.object({
      person: Named,
      cause: z.enum(['suspended', 'ring']),
      until: Moment,
      appeal: Appeal.nullable(),
    }),
  ),
})
export type LessTrust = z.output<typeof LessTrust>

const TrustAppeal = z.object({
  person: Named,
  at: Moment,
  text: z.string(),
  /** `invited`: a ring that they invited, whose accounts these are; else whom they stood by. */
  cause: z.enum(['suspended', 'ring', 'invited']),
  aboutId: z.uuid(),
  accounts: z.array(Named),
})
export type TrustAppeal = z.output<typeof TrustAppeal>

const judgeAppeal = (summary: string) =>
  call({
    summary,
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: z.object({ id: Id, aboutId: Id }),
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['TRUST_NOT_APPEALED', 'ADMIN_OWN_CASE'],
  })

export const trustCalls = {
  'GET /api/trust': call({
    summary: 'Get the published seeds of Trust, its formula’s version and what it was calculated from',
    access: 'public',
    rate: 'read',
    answer: z.object({
      version: z.int(),
      /** Null before the first calculation. */
      calculatedAt: Moment.nullable(),
      /** Number of open places. */
      places: Whole,
      people: Whole,
      seeds: z.array(OtherPerson),
    }),
  }),
  'GET /api/trust/own': call({
    summary: 'Get what takes from the user’s Trust: a ring they invited and people they answer for, with their appeals',
    access: 'user',
    rate: 'read',
    answer: LessTrust,
  }),
  'POST /api/trust/appeals': call({
    summary: 'Appeal, once for each notice, against what takes from the user’s Trust',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value, and can be done once',
    /** `aboutId`: whom the user answers for; null for the ring that they invited. */
    body: z.object({ aboutId: Id.nullable(), text: AppealText }),
    answer: LessTrust,
    errors: ['TRUST_CASE_NOT_FOUND', 'TRUST_APPEALED'],
  }),
  'GET /api/admin/trust-appeals': call({
    summary: 'List the 50 appeals about Trust that have waited longest, with the accounts they are about',
    access: 'admin',
    rate: 'read',
    answer: z.array(TrustAppeal),
  }),
  'POST /api/admin/people/:id/trust-appeals/:aboutId/grant': judgeAppeal(
    'Grant an appeal: a ring doesn’t count until it grows, and who stood by a person doesn’t answer for them',
  ),
  'POST /api/admin/people/:id/trust-appeals/:aboutId/reject': judgeAppeal('Reject an appeal about Trust'),
  'GET /api/trust/ranking': call({
    summary: 'List the 100 people with the most Trust',
    access: 'public',
    rate: 'read',
    answer: z.array(TrustedEntry),
  }),
}
