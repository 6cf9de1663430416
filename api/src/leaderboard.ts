import { z } from 'zod'
import { call } from './call.ts'
import { Whole } from './shapes.ts'

export const LeaderboardEntry = z.object({
  id: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  totalBattlesWon: Whole,
  auraPoints: Whole,
  currentStreak: Whole,
})
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>

export const leaderboardCalls = {
  'GET /api/stats': call({
    summary: 'The product in three figures',
    access: 'public',
    rate: 'read',
    answer: z.object({
      totalUsers: Whole,
      activeBattles: Whole,
      totalAura: Whole,
      averageAuraPerUser: Whole,
    }),
  }),
  'GET /api/leaderboard': call({
    summary: 'The hundred with the most Aura Points',
    access: 'public',
    rate: 'read',
    query: z.object({ type: z.enum(['all-time']).default('all-time') }),
    answer: z.array(LeaderboardEntry),
  }),
}
