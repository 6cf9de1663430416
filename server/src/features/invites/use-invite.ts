import { blockRefusal } from '#features/follows'
import { personExists } from '#features/profile'
import { findRelatedTo, touchRelations } from '#features/related-accounts'
import { findIneligible } from '#features/wallets'
import { admitInvited, hasBetaAccess } from '#features/whitelist'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { findKeptInviter } from './allowance.ts'
import { inviteStatusAt } from './invite.rules.ts'
import { type InviteRow, insertInvited, lockInvite } from './store.ts'

/** Returns whether an inviter may admit people now. Their account may have no wallet. */
export async function canInvite(
  ctx: Context,
  db: Queryable,
  { inviterId, userId }: { inviterId: string; userId: string | undefined },
): Promise<boolean> {
  if (!(await personExists(db, inviterId))) return false
  if ((await findIneligible(ctx, db, [inviterId])).has(inviterId)) return false
  if (userId === undefined || userId === inviterId) return true
  return (await blockRefusal(db, { userId, otherId: inviterId }, 'PERSON_UNAVAILABLE')) === undefined
}

/** Must be called with the account's id once it has the wallet. */
export type Admission = (userId: string) => Promise<void>

/**
 * Lets a wallet join if it is on the whitelist, the beta is open, or the invite admits it. Call under the wallet's
 * lock, and the returned function in the same transaction. A wallet that may join anyway can join with an expired
 * invite, too, and then has no inviter. Throws BETA_ACCESS_REQUIRED, also for a wallet that an admin removed,
 * INVITE_NOT_FOUND and INVITE_NOT_OPEN.
 */
export async function admitWallet(
  ctx: Context,
  tx: Tx,
  { address, inviteId, userId }: { address: string; inviteId: string | undefined; userId?: string },
): Promise<Admission> {
  const hasAccess = await hasBetaAccess(ctx, tx, address)
  if (inviteId === undefined) {
    if (!hasAccess) throw new AppError('BETA_ACCESS_REQUIRED')
    return (id) => enterTree(ctx, tx, { userId: id, invite: undefined, isNeeded: false })
  }
  const invite = await lockInvite(tx, inviteId)
  // Read once the invite is locked, so that the second of two people finds it used.
  const at = await databaseTime(tx, ctx.clock)
  const refusal = await refusalOf(ctx, tx, { invite, userId, at })
  if (refusal && !hasAccess) throw new AppError(refusal)
  if (!hasAccess && !(await admitInvited(tx, address, at))) throw new AppError('BETA_ACCESS_REQUIRED')
  return (id) => enterTree(ctx, tx, { userId: id, invite: refusal ? undefined : invite, isNeeded: !hasAccess })
}

/**
 * Enters the user into the tree. A user who continues a deleted account keeps its inviter; the invite is used up even
 * so if it admitted the wallet.
 */
async function enterTree(
  ctx: Context,
  tx: Tx,
  { userId, invite, isNeeded }: { userId: string; invite: InviteRow | undefined; isNeeded: boolean },
): Promise<void> {
  const kept = await findKeptInviter(tx, userId)
  const inviterId = kept ?? invite?.inviterId
  if (inviterId === undefined) return
  const used = kept === undefined || isNeeded ? invite : undefined
  const at = await databaseTime(tx, ctx.clock)
  await insertInvited(tx, { invitedId: userId, inviterId, inviteId: used?.id ?? null, at })
  // Figures calculated from the tree and the relations are refreshed when the relations change.
  if ((await findRelatedTo(tx, userId)).length > 0) await touchRelations(tx)
  if (used) ctx.live.changed(`user:${used.inviterId}`)
}

async function refusalOf(
  ctx: Context,
  tx: Tx,
  { invite, userId, at }: { invite: InviteRow | undefined; userId: string | undefined; at: Date },
): Promise<'INVITE_NOT_FOUND' | 'INVITE_NOT_OPEN' | undefined> {
  if (!invite) return 'INVITE_NOT_FOUND'
  const { inviterId } = invite
  const isOpen = inviteStatusAt(invite, at, await canInvite(ctx, tx, { inviterId, userId })) === 'open'
  return isOpen && inviterId !== userId ? undefined : 'INVITE_NOT_OPEN'
}
