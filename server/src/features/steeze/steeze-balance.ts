import type { Answer } from '@aura/api/calls'
import { balancesOf } from '#features/ledger'
import type { Context } from '#platform/context'

export async function steezeBalance(ctx: Context, userId: string): Promise<Answer<'GET /api/steeze/balance'>> {
  const balances = await balancesOf(ctx.db, userId)
  return { battleEarnedSteeze: balances.steeze_earned, purchasedSteeze: balances.steeze_purchased }
}
