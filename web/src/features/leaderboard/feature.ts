import { TrendingUp } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'
import type {} from './board.ts'

export const leaderboardFeature: Feature = {
  name: 'leaderboard',
  screens: [
    {
      path: paths.leaderboard,
      title: 'Leaderboard',
      about: 'Who has earned the most Aura Points: all time, this month and this week.',
      load: () => import('./leaderboard-screen.tsx'),
      loading: 'Loading the leaderboard...',
      visitor: 'sign-in',
      reads: ['/api/leaderboard/page?limit=30&type=all-time', '/api/leaderboard/me?type=all-time'],
    },
  ],
  destinations: [{ path: paths.leaderboard, name: 'Trending', icon: TrendingUp, inBar: true, inTabs: true }],
}
