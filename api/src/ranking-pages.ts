import type { LeaderboardType } from './calls/leaderboard.ts'
import type { Query } from './calls.ts'

type RankingPage = Query<'GET /api/leaderboard/page'>

/** The page the live stream sends. Short, because every viewer gets it with every change. */
export const firstRankingPage = (type: LeaderboardType) => ({ type, limit: 30 }) satisfies RankingPage

export const laterRankingPage = (type: LeaderboardType) => ({ type, limit: 100 }) satisfies RankingPage
