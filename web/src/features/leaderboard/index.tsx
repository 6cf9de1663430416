import { lazy } from 'react'

export { useStats } from './use-stats.ts'

/** The first five of the leaderboard. Below the fold, so its code comes after the first view, or not at all. */
export const Rankings = lazy(() =>
  import('./rankings.tsx').then(
    ({ Rankings }) => ({ default: Rankings }),
    () => ({ default: NotLoaded }),
  ),
)

const NotLoaded = () => <p className="text-ink-2">The rankings didn’t load. Reload the page to try again.</p>
