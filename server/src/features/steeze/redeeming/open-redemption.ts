import type { Answer } from '@aura/api/calls'
import { MICROS_PER_USDC, STEEZE_VALUE_MICROS } from '@aura/api/money'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { scopeOf } from '../scope.ts'
import { nextRedemption } from './lapses.rules.ts'
import { findLapses, findOpenOf } from './redemption-store.ts'
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

/** Returns from when the user may redeem again if earlier redemptions make them wait, and why. */
export async function waitsUntil(ctx: Context, userId: string): Promise<Answer<'GET /api/steeze/redemption'>['next']> {
  const now = await databaseTime(ctx.db, ctx.clock)
  const next = nextRedemption(await findLapses(ctx.db, userId, now), now)
  return next && { at: next.at.toISOString(), reason: next.reason }
}
