import { randomUUID } from 'node:crypto'
import type { Proposal, ProposedAction } from '@aura/api/calls/moderation'
import { recordActions } from '#features/admin-log'
import { isAdminRole } from '#features/auth'
import { type BattleChange, publishChanges, voidBattleIn } from '#features/battles'
import { unfreezeRedemptionIn } from '#features/steeze'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import {
  decideProposal,
  findOpenProposals,
  insertProposal,
  lockOpenProposal,
  type OpenProposal,
} from './proposal-store.ts'
import { findPerson } from './store.ts'

interface Proposed {
  action: ProposedAction
  /** Id of the battle or the person. */
  subject: string
  reason: string
  adminId: string
}

const SUBJECT_KINDS = { 'void-battle': 'battle', 'unfreeze-redemption': 'person' } as const

const openSince = (ctx: Context, at: Date) => new Date(at.getTime() - ctx.limits.proposalMs)

/** Opens a proposal, unless one for the same is open already. */
export async function propose(ctx: Context, { action, subject, reason, adminId }: Proposed): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const at = await databaseTime(tx, ctx.clock)
    const proposal = { id: randomUUID(), action, subject, reason, proposedBy: adminId }
    if (!(await insertProposal(tx, proposal, { at, openSince: openSince(ctx, at) }))) return
    const logged = { action: `propose-${action}` as const, subjectKind: SUBJECT_KINDS[action], subject, reason }
    await recordActions(tx, [{ ...logged, adminId }], ctx.clock.sqlNow())
  })
}

/** Oldest first. */
export async function readProposals(ctx: Context): Promise<Proposal[]> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const rows = await findOpenProposals(ctx.db, openSince(ctx, at))
  return rows.map(({ proposedBy, proposerName, proposedAt, ...row }) => ({
    ...row,
    proposer: { id: proposedBy, username: proposerName },
    proposedAt: proposedAt.toISOString(),
    lapsesAt: new Date(proposedAt.getTime() + ctx.limits.proposalMs).toISOString(),
  }))
}

/**
 * Does what another admin proposed, in one transaction. Throws PROPOSAL_NOT_OPEN, also if the proposer is no admin any
 * more, PROPOSAL_OWN, and ADMIN_OWN_BATTLE or ADMIN_OWN_ACCOUNT if it is about either admin.
 */
export async function confirmProposal(ctx: Context, { id, adminId }: { id: string; adminId: string }): Promise<void> {
  const changes = await ctx.db.tx(async (tx) => {
    const at = await databaseTime(tx, ctx.clock)
    const proposal = await lockOpenProposal(tx, id, openSince(ctx, at))
    if (!proposal) throw new AppError('PROPOSAL_NOT_OPEN')
    if (proposal.proposedBy === adminId) throw new AppError('PROPOSAL_OWN')
    const proposer = await findPerson(tx, proposal.proposedBy)
    if (!proposer || !isAdminRole(proposer, ctx.settings.adminWallets)) throw new AppError('PROPOSAL_NOT_OPEN')
    const done = await perform(ctx, tx, proposal, adminId)
    await decideProposal(tx, { id, decision: 'confirmed', by: adminId, at })
    return done
  })
  publishChanges(ctx, changes)
}

async function perform(
  ctx: Context,
  tx: Tx,
  { action, subject, reason, proposedBy }: OpenProposal,
  adminId: string,
): Promise<BattleChange[]> {
  if (action === 'void-battle')
    return voidBattleIn(ctx, tx, { battleId: subject, reason, adminId, proposerId: proposedBy })
  if (subject === adminId || subject === proposedBy) throw new AppError('ADMIN_OWN_ACCOUNT')
  if (!(await unfreezeRedemptionIn(ctx, tx, subject, { adminId, reason }))) throw new AppError('PROPOSAL_NOT_OPEN')
  return []
}

/** Throws PROPOSAL_NOT_OPEN and PROPOSAL_OTHERS. */
export async function withdrawProposal(ctx: Context, { id, adminId }: { id: string; adminId: string }): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const at = await databaseTime(tx, ctx.clock)
    const proposal = await lockOpenProposal(tx, id, openSince(ctx, at))
    if (!proposal) throw new AppError('PROPOSAL_NOT_OPEN')
    if (proposal.proposedBy !== adminId) throw new AppError('PROPOSAL_OTHERS')
    await decideProposal(tx, { id, decision: 'withdrawn', by: adminId, at })
    const { action, subject } = proposal
    const logged = { adminId, action: 'withdraw-proposal' as const, subjectKind: SUBJECT_KINDS[action], subject }
    await recordActions(tx, [logged], ctx.clock.sqlNow())
  })
}
