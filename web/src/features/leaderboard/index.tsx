import { lazy } from 'react'

export { useStats } from './use-stats.ts'

/** Below the fold, so lazy. */
export const Rankings = lazy(() =>
  import('./rankings.tsx').then(
    ({ Rankings }) => ({ default: Rankings }),
    () => ({ default: NotLoaded }),
  ),
)

const NotLoaded = () => <p className="text-ink-2">The rankings didn’t load. Reload the page to try again.</p>
