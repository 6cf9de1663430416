import { MICROS_PER_USDC } from '@aura/api/money'
import type { SteezeTransaction } from '@aura/api/steeze'
import type { Context } from '#platform/context'
import { findPurchasesOf } from './purchase-store.ts'

const MOST = 100

/** What a person bought and redeemed, newest first. */
export async function transactionsOf(ctx: Context, userId: string): Promise<SteezeTransaction[]> {
  const purchases = await findPurchasesOf(ctx.db, userId, MOST)
  const bought = purchases.map(
    ({ key, amount, usdcMicros, boughtAt, txHash }): SteezeTransaction => ({
      id: key,
      type: 'purchase',
      amount,
      usdcAmount: usdcMicros / MICROS_PER_USDC,
      createdAt: boughtAt.toISOString(),
      transactionHash: txHash,
      status: 'completed',
    }),
  )
  return bought
}
