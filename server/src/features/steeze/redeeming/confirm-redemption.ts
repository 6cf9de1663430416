import type { Answer } from '@aura/api/calls'
import { confirmTransaction } from '#features/chain-events'
import { findUserWallet } from '#features/wallets'
import type { Context } from '#platform/context'
import { withdrawalHandler } from './settle-withdrawals.ts'

/** Confirms a redemption: confirming until its block is final, then settled. Throws `confirmTransaction`'s errors. */
export async function confirmRedemption(
  ctx: Context,
  { userId, transactionHash, chainId }: { userId: string; transactionHash: string; chainId?: number | undefined },
): Promise<Answer<'POST /api/steeze/redeem-confirm'>> {
  const wallet = await findUserWallet(ctx.db, userId)
  const { depth, events } = await confirmTransaction(ctx, [withdrawalHandler], {
    hash: transactionHash,
    chainId,
    kind: 'steeze_withdrawn',
    wallets: new Set(wallet === undefined ? [] : [wallet]),
  })
  const isSettled = events?.every(({ status }) => status === 'applied') ?? false
  return {
    status: isSettled ? 'completed' : 'confirming',
    ...depth,
    message: isSettled ? 'USDC sent to your wallet' : 'Confirming',
    amount: events?.reduce((sum, { steezeAmount }) => sum + (steezeAmount ?? 0), 0) ?? null,
  }
}
