import { TrendingUp } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

interface Board {
  readonly value: string
  readonly name: string
  readonly Board: ComponentType
}

declare module '#lib/feature' {
  interface Feature {
    /** Other rankings of people that the leaderboard offers. Loaded with `lazy`. */
    readonly board?: Board | readonly Board[]
  }
}

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
