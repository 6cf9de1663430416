import type { LeaderboardType } from './calls/leaderboard.ts'
import type { Query } from './calls.ts'

type RankingPage = Query<'GET /api/leaderboard/page'>

/** The page the live stream sends. It is short, since everybody who watches gets it with every change. */
export const firstRankingPage = (type: LeaderboardType) => ({ type, limit: 30 }) satisfies RankingPage

/** The pages after the first, which are loaded on request. `after` says where one begins. */
export const laterRankingPage = (type: LeaderboardType) => ({ type, limit: 100 }) satisfies RankingPage
