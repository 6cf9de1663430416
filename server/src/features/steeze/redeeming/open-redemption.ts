import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import type { Context } from '#platform/context'
import { scopeOf } from '../scope.ts'
import { findOpenOf } from './redemption-store.ts'
import { deadlineOf } from './sign-withdrawal.ts'

export async function openRedemption(
  ctx: Context,
  userId: string,
): Promise<Answer<'GET /api/steeze/redemption'>['redemption']> {
  if (!ctx.chain.contracts) return null
  const open = await findOpenOf(ctx.db, scopeOf(ctx), userId)
  if (!open) return null
  return {
    holdId: open.id,
    amount: open.remaining,
    usdcAmount: (open.remaining * STEEZE_VALUE_MICROS) / MICROS_PER_USDC,
    limit: open.limit,
    deadline: deadlineOf(open),
    openedAt: open.openedAt.toISOString(),
  }
}
