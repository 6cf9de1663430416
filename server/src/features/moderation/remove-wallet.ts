import { recordActions } from '#features/admin-log'
import { isAdminRole } from '#features/auth'
import { endPendingChallenges } from '#features/battles'
import { findUserWallet, findWalletUser, lockWallets } from '#features/wallets'
import { deactivateEntry, findEntries, lockWhitelist } from '#features/whitelist'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { deleteAllSessions } from '#platform/session/store'
import { findPerson } from './store.ts'

/**
 * Takes a wallet off the closed beta's list, where it stays as inactive. The sessions of its account end, and its live
 * streams; its owner can come back to redeem and to take their data with them. While the beta is closed its challenges
 * are ended and given back, too. Taking it off again changes nothing. Throws WHITELIST_ENTRY_NOT_FOUND,
 * WHITELIST_OWN_WALLET, and ADMIN_NOT_RESTRICTED for the wallet of an admin.
 */
export async function removeFromWhitelist(
  ctx: Context,
  { walletAddress, adminId }: { walletAddress: string; adminId: string },
): Promise<void> {
  const address = walletAddress.toLowerCase()
  const ownerId = await ctx.db.tx(async (tx) => {
    await lockWhitelist(tx)
    // Nobody signs in with it meanwhile.
    await lockWallets(tx, [address])
    const [entry] = await findEntries(tx, [address])
    if (!entry) throw new AppError('WHITELIST_ENTRY_NOT_FOUND')
    if ((await findUserWallet(tx, adminId)) === address) throw new AppError('WHITELIST_OWN_WALLET')
    const userId = await findWalletUser(tx, address)
    if (await isAdminWallet(ctx, tx, address, userId)) throw new AppError('ADMIN_NOT_RESTRICTED')
    if (!(await deactivateEntry(tx, address))) return undefined
    await recordActions(
      tx,
      [{ adminId, action: 'whitelist-remove', subjectKind: 'wallet', subject: address, reason: entry.note }],
      ctx.clock.sqlNow(),
    )
    if (userId === undefined) return undefined
    await deleteAllSessions(tx, userId)
    return userId
  })
  if (ownerId === undefined) return
  ctx.live.changed(`sessions:${ownerId}`)
  if (ctx.settings.betaAccess === 'closed') await endPendingChallenges(ctx, ownerId)
}

/** Also of an admin by the settings who has not joined yet. */
async function isAdminWallet(ctx: Context, tx: Tx, address: string, userId: string | undefined): Promise<boolean> {
  const person = userId === undefined ? undefined : await findPerson(tx, userId)
  const role = { isAdmin: person?.isAdmin ?? false, walletAddress: address }
  return isAdminRole(role, ctx.settings.adminWallets)
}
