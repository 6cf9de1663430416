import { deleteXAccount, findXAccount, lockAccount } from '#features/auth/public'
import { updateFirstName } from '#features/profile/public'
import { findUserWallet } from '#features/wallets/public'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { deleteXTokens } from './store.ts'

/**
 * Takes X from an account, with the name and the leave to post that came from there. Throws LAST_SIGN_IN when nobody
 * could sign in to it any more. Without X, nothing changes.
 */
export async function disconnectX(ctx: Context, userId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    if (!(await findXAccount(tx, userId))) return
    if ((await findUserWallet(tx, userId)) === undefined) throw new AppError('LAST_SIGN_IN')
    await deleteXTokens(tx, userId)
    await deleteXAccount(tx, userId)
    await updateFirstName(tx, userId, null)
  })
}
