import type { Answer } from '@aura/api/calls'
import { confirmTransaction, type EventHandler } from '#features/chain-events'
import { findBoundWallets } from '#features/wallets'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { findPurchases } from './purchase-store.ts'

type Confirmed = Answer<'POST /api/steeze/confirm-purchase'>

/** Credits a confirmed purchase exactly as the chain watcher would. Throws the errors of `confirmTransaction`. */
export async function confirmPurchase(
  ctx: Context,
  handlers: readonly EventHandler[],
  { userId, transactionHash, chainId }: { userId: string; transactionHash: string; chainId?: number | undefined },
): Promise<Confirmed> {
  // Includes former wallets, since the wallet may have been replaced after it paid.
  const wallets = new Set(await findBoundWallets(ctx.db, userId))
  const { depth, events } = await confirmTransaction(ctx, handlers, {
    hash: transactionHash,
    chainId,
    kind: 'steeze_purchased',
    wallets,
  })
  if (!events) return { status: 'confirming', ...depth, message: 'Confirming', amount: null }
  const purchases = await findPurchases(
    ctx.db,
    events.map(({ id }) => id),
  )
  const mine = purchases.filter((purchase) => purchase.userId === userId)
  // The wallet is or was the caller's, but belonged to another account when it paid.
  if (mine.length === 0) throw new AppError('TRANSACTION_OF_ANOTHER')
  const amount = mine.reduce((sum, purchase) => sum + purchase.amount, 0)
  return {
    status: 'completed',
    ...depth,
    message: 'Steeze tokens added to your balance',
    amount,
  }
}
