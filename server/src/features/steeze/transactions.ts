import type { SteezeTransaction } from '@aura/api/calls/steeze'
import { MICROS_PER_USDC } from '@aura/api/money'
import { findWaitingOf } from '#features/chain-events'
import { findUserWallet } from '#features/wallets'
import type { Context } from '#platform/context'
import { findPurchasesOf } from './buying/purchase-store.ts'
import { findWithdrawalsOf } from './redeeming/redemption-store.ts'

const MAX_LISTED = 100

export async function transactionsOf(ctx: Context, userId: string): Promise<SteezeTransaction[]> {
  const wallet = await findUserWallet(ctx.db, userId)
  const waiting = wallet === undefined ? [] : await findWaitingOf(ctx.db, ctx.chain.id, wallet)
  const list = [
    ...(await findPurchasesOf(ctx.db, userId, MAX_LISTED)).map(({ eventId, amount, usdcMicros, txHash, boughtAt }) =>
      present({ id: eventId, type: 'purchase', amount, usdcMicros, txHash, at: boughtAt, status: 'completed' }),
    ),
    ...(await findWithdrawalsOf(ctx.db, userId, MAX_LISTED)).map(
      ({ eventId, amount, usdcMicros, txHash, withdrawnAt }) =>
        present({ id: eventId, type: 'redeem', amount, usdcMicros, txHash, at: withdrawnAt, status: 'completed' }),
    ),
    ...waiting.map(({ id, steezeAmount, usdcMicros, txHash, block }) =>
      present({
        id,
        type: 'redeem',
        amount: steezeAmount ?? 0,
        usdcMicros,
        txHash,
        at: block.time,
        status: 'confirming',
      }),
    ),
  ]
  const newestFirst = (a: SteezeTransaction, b: SteezeTransaction) =>
    b.createdAt.localeCompare(a.createdAt) || Number(b.id) - Number(a.id)
  return list.sort(newestFirst).slice(0, MAX_LISTED)
}

function present({
  id,
  usdcMicros,
  txHash,
  at,
  ...rest
}: Pick<SteezeTransaction, 'type' | 'amount' | 'status'> & {
  id: number
  usdcMicros: number
  txHash: string
  at: Date
}): SteezeTransaction {
  const usdcAmount = usdcMicros / MICROS_PER_USDC
  return { ...rest, id: String(id), usdcAmount, createdAt: at.toISOString(), transactionHash: txHash }
}
