import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

export { useStats } from './use-stats.ts'

/** The first five of the leaderboard. Below the fold, so its code comes after the first view, or not at all. */
export const Rankings = lazy(() =>
  import('./rankings.tsx').then(
    ({ Rankings }) => ({ default: Rankings }),
    () => ({ default: NotLoaded }),
  ),
)

const NotLoaded = () => <p className="text-ink-2">The rankings didn’t load. Reload the page to try again.</p>

const LazyLeaderboardScreen = lazy(() => import('./leaderboard-screen.tsx'))

/** The whole ranking. */
export function LeaderboardScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading the leaderboard..." />}>
      <LazyLeaderboardScreen />
    </Suspense>
  )
}
