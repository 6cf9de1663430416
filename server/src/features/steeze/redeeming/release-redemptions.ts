import { cursorIdOf, findCursor } from '#features/chain-events'
import { postTransfers, userAccount } from '#features/ledger'
import { insertNotifications } from '#features/notifications'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { releaseNotice } from '../notices.rules.ts'
import { scopeOf } from '../scope.ts'
import { withdrawnSteeze } from '../signer/withdrawn-steeze.ts'
import { closeRedemption, findLapsed, lockRedemption, type Redemption } from './redemption-store.ts'

/**
 * Releases holds that provably can't be withdrawn: a final block is past the last deadline, and there the contract
 * shows no withdrawals beyond those settled. Returns the number released. Throws ChainUnreachable.
 */
export async function releaseLapsed(ctx: Context): Promise<number> {
  const cursor = await findCursor(ctx.db, cursorIdOf(ctx.chain))
  if (!cursor?.finalTime) return 0
  const { finalNumber, finalTime } = cursor
  let released = 0
  for (const lapsed of await findLapsed(ctx.db, scopeOf(ctx), finalTime)) {
    const used = await withdrawnSteeze(ctx.chain, lapsed.wallet, { blockNumber: finalNumber })
    // The contract paid more than is settled here, so its event must be processed first.
    if (used !== lapsed.limit - lapsed.remaining) continue
    if (await release(ctx, lapsed)) released++
  }
  return released
}

async function release(ctx: Context, lapsed: Redemption): Promise<boolean> {
  const isReleased = await ctx.db.tx(async (tx) => {
    const open = await lockRedemption(tx, lapsed.id)
    // The redemption was signed again, or settled, meanwhile.
    if (open?.remaining !== lapsed.remaining || open.deadline.getTime() !== lapsed.deadline.getTime()) return false
    await releaseHolds(ctx, tx, [open])
    return true
  })
  if (isReleased) ctx.live.changed(`user:${lapsed.userId}`)
  return isReleased
}

export async function releaseHolds(ctx: Context, tx: Tx, redemptions: readonly Redemption[]): Promise<void> {
  await postTransfers(
    tx,
    ctx.clock,
    redemptions.map(({ id, userId, remaining, ledgerHold }) => ({
      key: `steeze-redemption/${id}/released`,
      kind: 'steeze_hold_release',
      reference: id,
      from: userAccount(userId, 'steeze_held'),
      to: userAccount(userId, 'steeze_earned'),
      amount: remaining,
      resolvesHold: ledgerHold,
    })),
  )
  for (const { id } of redemptions) await closeRedemption(tx, id, ctx.clock.sqlNow())
  await insertNotifications(tx, ctx.clock, redemptions.map(releaseNotice))
}
