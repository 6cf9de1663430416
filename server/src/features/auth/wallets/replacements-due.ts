import { hasOpenRedemption } from '#features/steeze'
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
} from '#features/wallets'
import { hasBetaAccess } from '#features/whitelist'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { JobTools } from '#platform/feature'
import { logSecurity } from '#platform/http/security/security-log'
import { type ScheduledJob, UNHURRIED_MS } from '#platform/scheduler/scheduler'
import { securityNotices, tellOfSecurity } from '../security-notices.ts'
import { lockAccount } from '../store.ts'
import { replaceWallet } from './link-wallet.ts'

const LATER_MS = 60_000

/** Makes wallet replacements take effect. A failing one is retried later and delays no other. */
export const replacementsDue = (ctx: Context, { onError, log }: Pick<JobTools, 'onError' | 'log'>): ScheduledJob => ({
  async runBatch() {
    const due = await findDueReplacement(ctx.db, ctx.clock.sqlNow())
    if (!due) return false
    try {
      const { userId, address: walletAddress } = due
      const ended = await takeEffect(ctx, due)
      if (ended !== undefined) {
        logSecurity(ctx, { log }, 'wallet-replaced', { userId, walletAddress, ended })
        ctx.live.changed(`sessions:${userId}`)
      }
      ctx.live.changed(`user:${userId}`)
    } catch (error) {
      onError(error)
      await ctx.db.tx(async (tx) => postponeReplacement(tx, due, await later(ctx, tx)))
    }
    return true
  },
  msUntilNextRun: () => msUntilReplacement(ctx.db, ctx.clock.sqlNow()),
  maxSleepMs: UNHURRIED_MS,
})

const later = async (ctx: Context, tx: Tx) => new Date((await databaseTime(tx, ctx.clock)).getTime() + LATER_MS)

/** Returns the number of sessions ended, or undefined if the replacement did not happen. */
async function takeEffect(ctx: Context, due: Replacement): Promise<number | undefined> {
  const { userId, address, takesEffectAt } = due
  const current = await findUserWallet(ctx.db, userId)
  return ctx.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    await lockWallets(tx, current === undefined ? [address] : [address, current])
    const still = await findReplacement(tx, userId)
    if (still?.address !== address || still.takesEffectAt.getTime() !== takesEffectAt.getTime()) return undefined
    if ((await findUserWallet(tx, userId)) !== current) return undefined
    // The new wallet joined as another account meanwhile, or there is no wallet to replace.
    const owner = await findWalletUser(tx, address)
    if (current === undefined || owner !== undefined) {
      await deleteReplacement(tx, userId)
      const isTaken = owner !== undefined && owner !== userId
      if (isTaken) await tellOfSecurity(ctx, tx, userId, securityNotices.replacementTaken(address))
      return undefined
    }
    if (!(await hasBetaAccess(ctx, tx, address))) {
      await deleteReplacement(tx, userId)
      await tellOfSecurity(ctx, tx, userId, securityNotices.replacementUnlisted(address))
      return undefined
    }
    if (await hasOpenRedemption(tx, current)) {
      await postponeReplacement(tx, due, await later(ctx, tx))
      return undefined
    }
    // The request is a week old, so any of the sessions may be an intruder's.
    return (await replaceWallet(ctx, tx, { userId, current, address, keptSession: null })).ended
  })
}
