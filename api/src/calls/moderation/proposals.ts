import { z } from 'zod'
import { call } from '../../contract/call.ts'
import type { ErrorCode } from '../../errors.ts'
import { Done, Id, Moment, OtherPerson } from '../../shapes.ts'

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

export const proposalCalls = {
  'GET /api/admin/proposals': call({
    summary: 'List proposals that wait for a second admin, oldest first',
    access: 'admin',
    rate: 'read',
    answer: z.array(Proposal),
  }),
  'POST /api/admin/proposals/:id/confirm': proposal('Confirm another admin’s proposal, which carries it out', [
    'PROPOSAL_OWN',
    'ADMIN_OWN_CASE',
    'BATTLE_NOT_VOIDABLE',
  ]),
  'POST /api/admin/proposals/:id/withdraw': proposal('Withdraw one’s own proposal', ['PROPOSAL_OTHERS']),
}
