import { postTransfers } from '#features/ledger'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { linkStakeReturn } from '../lifecycle/battle-transfers.ts'
import { linkWithdrawRefusal } from './link.rules.ts'
import { endLinks, lockLink } from './link-store.ts'

/**
 * Withdraws a link and returns the stake to the challenger. Idempotent. Throws CHALLENGE_LINK_NOT_FOUND,
 * BATTLE_CHALLENGER_ONLY, and BATTLE_NOT_PENDING once it was accepted or has expired.
 */
export async function withdrawLink(
  ctx: Context,
  { linkId, userId }: { linkId: string; userId: string },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const link = await lockLink(tx, linkId)
    if (!link) throw new AppError('CHALLENGE_LINK_NOT_FOUND')
    const isDone = link.status === 'withdrawn' && link.challengerId === userId
    if (isDone) return
    const refusal = linkWithdrawRefusal(link, userId, await databaseTime(tx, ctx.clock))
    if (refusal) throw new AppError(refusal)
    await endLinks(tx, [linkId], 'withdrawn')
    await postTransfers(tx, ctx.clock, [linkStakeReturn(link)])
  })
  ctx.live.changed(`user:${userId}`)
}
