import { randomUUID } from 'node:crypto'
import type { Answer } from '@aura/api/calls'
import { confirmTransaction } from '#features/chain-events'
import { findUsernames } from '#features/profile'
import { findBoundWallets, findIneligible, findUserWallet } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { vouchHandler } from './credit-vouches.ts'
import { isCounting } from './pair-cap.ts'
import { withoutAp } from './rules.ts'
import { findVouches } from './store.ts'
import { insertWords } from './words-store.ts'

type Created = Answer<'POST /api/vouch/create'>

/**
 * Finds the vouch a user made in this transaction and credits it once it is deep enough, exactly as the chain
 * watcher would. The amount comes from the chain, never from the page. The words are stored with a credited vouch that
 * has none yet. Throws the errors of `confirmTransaction`, and refuses a vouch for oneself or for another target than
 * the one named.
 */
export async function createVouch(
  ctx: Context,
  {
    userId,
    vouchedUserId,
    transactionHash,
    chainId,
    words,
  }: {
    userId: string
    vouchedUserId: string
    transactionHash: string
    chainId?: number | undefined
    /** Words without invisible characters; empty for none. */
    words?: string | undefined
  },
): Promise<Created> {
  if (userId === vouchedUserId) throw new AppError('VOUCH_FOR_ONESELF')
  if (!(await findUsernames(ctx.db, [vouchedUserId])).has(vouchedUserId)) throw new AppError('USER_NOT_FOUND')
  const barred = (await findIneligible(ctx, ctx.db, [userId])).get(userId)
  if (barred) throw new AppError(barred)
  // Includes former wallets, since the wallet may have been replaced after it paid.
  const wallets = new Set(await findBoundWallets(ctx.db, userId))
  const { depth, events } = await confirmTransaction(ctx, [vouchHandler], {
    hash: transactionHash,
    chainId,
    kind: 'vouched',
    wallets,
  })
  if (!events) {
    const unknown = { auraAwarded: null, auraCapped: null, withoutAp: null, multiplier: null }
    return { status: 'confirming', ...depth, ...unknown }
  }
  const vouches = await findVouches(
    ctx.db,
    events.map(({ id }) => id),
  )
  const given = vouches.filter(({ voucherId }) => voucherId === null || voucherId === userId)
  // The wallet is or was the caller's, but belonged to another account when it paid.
  if (given.length === 0) throw new AppError('TRANSACTION_OF_ANOTHER')
  const targetWallet = await findUserWallet(ctx.db, vouchedUserId)
  const mine = given.filter(
    (vouch) => vouch.targetId === vouchedUserId || (vouch.targetId === null && vouch.targetWallet === targetWallet),
  )
  if (mine.length === 0) throw new AppError('VOUCH_OF_ANOTHER_TARGET')
  const first = mine.find(({ voucherId, targetId }) => voucherId === userId && targetId === vouchedUserId)
  if (first && words) {
    const written = { id: randomUUID(), eventId: first.eventId, text: words }
    await insertWords(ctx.db, written, ctx.clock.sqlNow())
  }
  return {
    status: 'completed',
    ...depth,
    auraAwarded: mine.reduce((sum, vouch) => sum + vouch.auraAwarded, 0),
    auraCapped: mine.reduce((sum, vouch) => sum + vouch.auraCapped, 0),
    withoutAp: mine.flatMap((vouch) => (isCounting(vouch) ? (withoutAp(vouch) ?? []) : []))[0] ?? null,
    multiplier: mine[0]?.multiplier ?? null,
  }
}
