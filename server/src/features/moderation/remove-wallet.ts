import { recordActions } from '#features/admin-log'
import { isAdminRole } from '#features/auth'
import { endPendingChallenges } from '#features/battles'
import { findWalletUser, lockWallets } from '#features/wallets'
import { deactivateEntry, findEntries, lockWhitelist } from '#features/whitelist'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { deleteAllSessions } from '#platform/session/store'
import { findPerson } from './store.ts'

/**
 * Removes a wallet and ends the sessions and streams of its account; the owner can still sign in to redeem and export.
 * While the beta is closed, also ends and refunds their pending challenges. Idempotent. Throws
 * WHITELIST_ENTRY_NOT_FOUND, ADMIN_OWN_CASE, and ADMIN_NOT_RESTRICTED for an admin's wallet.
 */
export async function removeFromWhitelist(
  ctx: Context,
  { walletAddress, adminId }: { walletAddress: string; adminId: string },
): Promise<void> {
  const address = walletAddress.toLowerCase()
  const ownerId = await ctx.db.tx(async (tx) => {
    await lockWhitelist(tx)
    await lockWallets(tx, [address])
    const [entry] = await findEntries(tx, [address])
    if (!entry) throw new AppError('WHITELIST_ENTRY_NOT_FOUND')
    const userId = await findWalletUser(tx, address)
    if (await isAdminWallet(ctx, tx, address, userId)) throw new AppError('ADMIN_NOT_RESTRICTED')
    if (await deactivateEntry(tx, address)) {
      await recordActions(
        tx,
        [{ adminId, action: 'whitelist-remove', subjectKind: 'wallet', subject: address, reason: entry.note }],
        ctx.clock.sqlNow(),
      )
      if (userId !== undefined) await deleteAllSessions(tx, userId)
    }
    return userId
  })
  if (ownerId === undefined) return
  // Done even if it was removed before, since a crash may have left streams and challenges.
  ctx.live.changed(`sessions:${ownerId}`)
  if (ctx.settings.betaAccess === 'closed') await endPendingChallenges(ctx, ownerId)
}

async function isAdminWallet(ctx: Context, tx: Tx, address: string, userId: string | undefined): Promise<boolean> {
  const person = userId === undefined ? undefined : await findPerson(tx, userId)
  const role = { isAdmin: person?.isAdmin ?? false, walletAddress: address }
  return isAdminRole(role, ctx.settings.adminWallets)
}
