import { z } from 'zod'
import { call } from '../contract/call.ts'
import { KeyCursor, Whole } from '../shapes.ts'

/** Periods are UTC: weeks from Monday, months from the first. They rank points earned within them, without bonuses. */
export const LeaderboardType = z.enum(['all-time', 'weekly', 'monthly'])
export type LeaderboardType = z.output<typeof LeaderboardType>

export const LeaderboardEntry = z.object({
  id: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  totalBattlesWon: Whole,
  auraPoints: Whole,
  currentStreak: Whole,
})
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>

/** Ranks are unique: of equal scores, the one reached first ranks higher. */
export const RankedEntry = LeaderboardEntry.extend({ rank: z.int().min(1) })
export type RankedEntry = z.output<typeof RankedEntry>

const TypeQuery = z.object({ type: LeaderboardType.default('all-time') })

export const leaderboardCalls = {
  'GET /api/stats': call({
    summary: 'Get totals of users, live battles and Aura Points',
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
    summary: 'List the top 100 by Aura Points',
    access: 'public',
    rate: 'read',
    query: TypeQuery,
    answer: z.array(LeaderboardEntry),
  }),
  'GET /api/leaderboard/me': call({
    summary: 'Get the user’s rank, with five users above and five below',
    access: 'user',
    rate: 'read',
    query: TypeQuery,
    answer: z.object({
      /** Without points in the period, the user ranks behind all who have some. */
      rank: z.int().min(1),
      auraPoints: Whole,
      currentStreak: Whole,
      total: Whole,
      above: z.array(RankedEntry),
      below: z.array(RankedEntry),
    }),
  }),
  'GET /api/leaderboard/page': call({
    summary: 'List the ranking, page by page',
    access: 'user',
    rate: 'read',
    query: TypeQuery.extend({
      after: KeyCursor.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    answer: z.object({ entries: z.array(RankedEntry), next: z.string().nullable(), total: Whole }),
  }),
}
