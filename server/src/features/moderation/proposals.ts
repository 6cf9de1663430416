import { randomUUID } from 'node:crypto'
import type { Proposal, ProposedAction } from '@aura/api/calls/moderation/proposals'
import { isOwnCase, recordActions } from '#features/admin-log'
import { isAdminRole } from '#features/auth'
import { type BattleChange, isInvolvedIn, publishChanges, voidBattleIn } from '#features/battles'
import { approveReviewIn, findReview, redemptionConcerns, unfreezeRedemptionIn } from '#features/steeze'
import { findSuspension } from '#features/suspension'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import {
  decideProposal,
  findOpenProposals,
  insertProposal,
  lapseProposals,
  lockOpenProposal,
  lockSame,
  type OpenProposal,
} from './proposal-store.ts'
import { findPerson } from './store.ts'

interface Proposed {
  action: ProposedAction
  /** Id of the battle, the person or the redemption. */
  subject: string
  reason: string
  adminId: string
}

/** Returns the entry for the log, which names the redemption's owner. */
async function inLog(tx: Tx, { action, subject }: Pick<Proposed, 'action' | 'subject'>) {
  if (action === 'void-battle') return { subjectKind: 'battle', subject, concerns: [] } as const
  const review = action === 'approve-redemption' ? await findReview(tx, subject) : undefined
  return { subjectKind: 'person', subject: review?.userId ?? subject } as const
}

const openSince = (ctx: Context, at: Date) => new Date(at.getTime() - ctx.limits.proposalMs)

/**
 * Returns the moment from which proposals are open. An appeal ends earlier ones, because it needs a text that answers
 * it. A freeze ends those about an earlier freeze.
 */
async function openSinceFor(
  ctx: Context,
  tx: Tx,
  { action, subject }: Pick<Proposed, 'action' | 'subject'>,
  at: Date,
): Promise<Date> {
  const since = openSince(ctx, at)
  const ended = await lastEnded(tx, action, subject)
  // A proposal made in the same millisecond is open.
  const before = ended && new Date(ended.getTime() - 1)
  return before && before > since ? before : since
}

async function lastEnded(tx: Tx, action: ProposedAction, subject: string): Promise<Date | null | undefined> {
  if (action === 'approve-redemption') return (await findReview(tx, subject))?.appealedAt
  if (action === 'unfreeze-redemption') return (await findSuspension(tx, subject, 'redeeming'))?.suspendedAt
  return null
}

/** Returns whether the proposer is still an admin, and not personally involved meanwhile. */
async function stands(
  ctx: Context,
  db: Queryable,
  { action, subject, proposedBy }: Pick<OpenProposal, 'action' | 'subject' | 'proposedBy'>,
): Promise<boolean> {
  const proposer = await findPerson(db, proposedBy)
  if (!proposer || !isAdminRole(proposer, ctx.settings.adminWallets)) return false
  if (action === 'void-battle') return !(await isInvolvedIn(db, subject, proposedBy))
  if (action === 'unfreeze-redemption') return !(await isOwnCase(db, [proposedBy], [subject]))
  const review = await findReview(db, subject)
  return review !== undefined && !(await redemptionConcerns(db, review.userId, [proposedBy]))
}

/** Opens a proposal, unless one for the same subject is open that another admin can confirm. */
export const propose = (ctx: Context, proposed: Proposed): Promise<void> =>
  ctx.db.tx((tx) => proposeIn(ctx, tx, proposed))

/** Does the same as `propose` in a transaction of the caller. */
export async function proposeIn(ctx: Context, tx: Tx, { action, subject, reason, adminId }: Proposed): Promise<void> {
  const at = await databaseTime(tx, ctx.clock)
  const proposal = { id: randomUUID(), action, subject, reason, proposedBy: adminId }
  const since = await openSinceFor(ctx, tx, { action, subject }, at)
  const same = await lockSame(tx, proposal)
  const isOver = same !== undefined && !(await stands(ctx, tx, same))
  if (isOver) await lapseProposals(tx, proposal, { at, openSince: at })
  if (!(await insertProposal(tx, proposal, { at, openSince: since }))) return
  const logged = { action: `propose-${action}` as const, ...(await inLog(tx, { action, subject })), reason }
  await recordActions(tx, [{ ...logged, adminId }], ctx.clock.sqlNow())
}

/** Returns the proposals that can be confirmed, oldest first. */
export async function readProposals(ctx: Context): Promise<Proposal[]> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const rows = await findOpenProposals(ctx.db, openSince(ctx, at))
  const standing = await Promise.all(rows.map((row) => stands(ctx, ctx.db, row)))
  return rows
    .filter((_, index) => standing[index])
    .map(({ proposedBy, proposerName, proposedAt, ...row }) => ({
      ...row,
      proposer: { id: proposedBy, username: proposerName },
      proposedAt: proposedAt.toISOString(),
      lapsesAt: new Date(proposedAt.getTime() + ctx.limits.proposalMs).toISOString(),
    }))
}

/**
 * Carries out another admin's proposal in one transaction. Throws PROPOSAL_NOT_OPEN, also if the proposer is no longer
 * an admin, it became their own case, or the action was already done, PROPOSAL_OWN and ADMIN_OWN_CASE.
 */
export async function confirmProposal(ctx: Context, { id, adminId }: { id: string; adminId: string }): Promise<void> {
  const { changes = [], userId } = await ctx.db.tx(async (tx) => {
    const at = await databaseTime(tx, ctx.clock)
    const proposal = await lockOpenProposal(tx, id, openSince(ctx, at))
    if (!proposal) throw new AppError('PROPOSAL_NOT_OPEN')
    if (proposal.proposedBy === adminId) throw new AppError('PROPOSAL_OWN')
    if (!(await stands(ctx, tx, proposal))) throw new AppError('PROPOSAL_NOT_OPEN')
    const done = await perform(ctx, tx, proposal, adminId)
    await decideProposal(tx, { id, decision: 'confirmed', by: adminId, at })
    return done
  })
  publishChanges(ctx, changes)
  if (userId !== undefined) ctx.live.changed(`user:${userId}`)
}

/** Carries out a proposal. Returns the changes to publish after the commit. */
async function perform(
  ctx: Context,
  tx: Tx,
  { action, subject, reason, proposedBy, proposedAt }: OpenProposal,
  adminId: string,
): Promise<{ changes?: BattleChange[]; userId?: string }> {
  if (action === 'void-battle')
    return { changes: await voidBattleIn(ctx, tx, { battleId: subject, reason, adminId, proposerId: proposedBy }) }
  if (action === 'approve-redemption') {
    const approval = approveReviewIn(ctx, tx, {
      ...{ id: subject, reason, adminId },
      proposed: { by: proposedBy, at: proposedAt },
    })
    return { userId: await approval.catch(notOpen) }
  }
  const isLifted = await unfreezeRedemptionIn(ctx, tx, subject, { adminId, reason, begunBy: proposedAt })
  if (!isLifted) throw new AppError('PROPOSAL_NOT_OPEN')
  return {}
}

/** Throws PROPOSAL_NOT_OPEN if the subject was decided, cancelled, lapsed or appealed since the proposal. */
function notOpen(error: unknown): never {
  const isOver = error instanceof AppError && ['REVIEW_NOT_OPEN', 'REVIEW_APPEALED'].includes(error.code)
  throw isOver ? new AppError('PROPOSAL_NOT_OPEN') : error
}

/** Withdraws a proposal. Throws PROPOSAL_NOT_OPEN and PROPOSAL_OTHERS. */
export async function withdrawProposal(ctx: Context, { id, adminId }: { id: string; adminId: string }): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const at = await databaseTime(tx, ctx.clock)
    const proposal = await lockOpenProposal(tx, id, openSince(ctx, at))
    if (!proposal) throw new AppError('PROPOSAL_NOT_OPEN')
    if (proposal.proposedBy !== adminId) throw new AppError('PROPOSAL_OTHERS')
    await decideProposal(tx, { id, decision: 'withdrawn', by: adminId, at })
    const logged = { adminId, action: 'withdraw-proposal' as const, ...(await inLog(tx, proposal)) }
    await recordActions(tx, [logged], ctx.clock.sqlNow())
  })
}
