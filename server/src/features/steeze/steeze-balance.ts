import type { Answer } from '@aura/api/calls'
import { balancesOf } from '#features/ledger'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { readMaturing } from './redeeming/read-maturing.ts'

export async function steezeBalance(ctx: Context, userId: string): Promise<Answer<'GET /api/steeze/balance'>> {
  const { steeze_earned: earned, steeze_purchased: purchasedSteeze } = await balancesOf(ctx.db, userId)
  const balances = { battleEarnedSteeze: earned, purchasedSteeze }
  if (ctx.settings.redeemMaturingMs === 0 || earned === 0) return balances
  const now = await databaseTime(ctx.db, ctx.clock)
  const { amount, next } = await readMaturing(ctx, ctx.db, { userId, earned, now })
  return next
    ? { ...balances, maturing: { amount, next: { amount: next.amount, at: next.at.toISOString() } } }
    : balances
}
