import { hasOpenRedemption } from '#features/steeze/public'
import {
  deleteReplacement,
  findDueReplacement,
  findReplacement,
  findUserWallet,
  findWalletUser,
  lockWallets,
  msUntilReplacement,
  postponeReplacement,
  type Replacement,
} from '#features/wallets/public'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { DueWork } from '#platform/due/due-loop'
import { replaceWallet } from './link-wallet.ts'
import { lockAccount } from './store.ts'

const LATER_MS = 60_000

/** Lets wallets take the places they waited for. */
export const replacementsDue = (ctx: Context): DueWork => ({
  async doSome() {
    const due = await findDueReplacement(ctx.db, ctx.clock.sqlNow())
    if (!due) return false
    await takeEffect(ctx, due)
    ctx.live.changed(`user:${due.userId}`)
    return true
  },
  msUntilNext: () => msUntilReplacement(ctx.db, ctx.clock.sqlNow()),
})

async function takeEffect(ctx: Context, { userId, address, takesEffectAt }: Replacement): Promise<void> {
  const current = await findUserWallet(ctx.db, userId)
  await ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    await lockWallets(tx, current === undefined ? [address] : [address, current])
    const still = await findReplacement(tx, userId)
    if (still?.address !== address || still.takesEffectAt.getTime() !== takesEffectAt.getTime()) return
    if ((await findUserWallet(tx, userId)) !== current) return
    // Somebody else joined with it meanwhile, or there is nothing to replace.
    const isPointless = current === undefined || (await findWalletUser(tx, address)) !== undefined
    if (isPointless) return deleteReplacement(tx, userId)
    if (await hasOpenRedemption(tx, current)) {
      const now = await databaseTime(tx, ctx.clock)
      return postponeReplacement(tx, userId, new Date(now.getTime() + LATER_MS))
    }
    await replaceWallet(ctx, tx, { userId, current, address })
  })
}
