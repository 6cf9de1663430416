import { randomUUID } from 'node:crypto'
import { INVITE_RULES } from '@aura/api/rules/invites'
import { lockPerson } from '#features/profile'
import { findIneligible, findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { findAllowance } from './allowance.ts'
import { inviteExpiry, inviteStatusAt } from './invite.rules.ts'
import { findByRequest, insertInvite, lockInvite, withdraw } from './store.ts'

/**
 * Makes an invite. Returns its id; a retry with the same `requestKey` returns the same one. Throws WALLET_REQUIRED,
 * BETA_ACCESS_REQUIRED, INVITES_USED_UP, and INVITES_TOO_MANY beyond `INVITE_RULES.perDay`.
 */
export async function makeInvite(
  ctx: Context,
  { userId, requestKey }: { userId: string; requestKey: string | undefined },
): Promise<string> {
  return ctx.db.tx(async (tx) => {
    // With this lock, the second of two concurrent requests counts the first.
    if (!(await lockPerson(tx, userId))) throw new AppError('UNAUTHORIZED')
    const known = requestKey === undefined ? undefined : await findByRequest(tx, userId, requestKey)
    if (known) return known
    // A user who had a wallet can't be invited any more, so the tree has no circles.
    if ((await findUserWallet(tx, userId)) === undefined) throw new AppError('WALLET_REQUIRED')
    const refusal = (await findIneligible(ctx, tx, [userId])).get(userId)
    if (refusal) throw new AppError(refusal)
    const at = await databaseTime(tx, ctx.clock)
    const { left, recent } = await findAllowance(ctx, tx, userId, at)
    if (left === 0) throw new AppError('INVITES_USED_UP')
    if (recent >= INVITE_RULES.perDay) throw new AppError('INVITES_TOO_MANY')
    const id = randomUUID()
    await insertInvite(tx, { id, inviterId: userId, createdAt: at, expiresAt: inviteExpiry(at), requestKey })
    return id
  })
}

/** Withdraws an invite and frees its place. Idempotent. Throws INVITE_NOT_FOUND, INVITE_OTHERS, INVITE_NOT_OPEN. */
export async function withdrawInvite(ctx: Context, { id, userId }: { id: string; userId: string }): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const invite = await lockInvite(tx, id)
    if (!invite) throw new AppError('INVITE_NOT_FOUND')
    if (invite.inviterId !== userId) throw new AppError('INVITE_OTHERS')
    const at = await databaseTime(tx, ctx.clock)
    const status = inviteStatusAt(invite, at, true)
    if (status === 'withdrawn') return
    if (status !== 'open') throw new AppError('INVITE_NOT_OPEN')
    await withdraw(tx, id, at)
  })
}
