import type { Answer } from '@aura/api/calls'
import type { Context } from '#platform/context'
import { followRanks } from './follow-ranks.ts'
import { sumUp } from './store.ts'

/** Returns the statistics. The average is rounded down. */
export async function statsOf(ctx: Context): Promise<Answer<'GET /api/stats'>> {
  await followRanks(ctx.db)
  const { totalUsers, totalAura, activeBattles } = await sumUp(ctx.db)
  return {
    totalUsers,
    totalAura,
    averageAuraPerUser: totalUsers === 0 ? 0 : Math.floor(totalAura / totalUsers),
    activeBattles,
  }
}
