import type { Answer } from '@aura/api/calls'
import type { Context } from '#platform/context'
import { sumUp } from './store.ts'

/** The average is rounded down. */
export async function statsOf(ctx: Context): Promise<Answer<'GET /api/stats'>> {
  const { totalUsers, totalAura, activeBattles } = await sumUp(ctx.db)
  return {
    totalUsers,
    totalAura,
    averageAuraPerUser: totalUsers === 0 ? 0 : Math.floor(totalAura / totalUsers),
    activeBattles,
  }
}
