import { lazy } from 'react'

export { useStats } from './use-stats.ts'

/** The first five of the leaderboard. Below the fold, so its code comes after the first view. */
export const Rankings = lazy(async () => ({ default: (await import('./rankings.tsx')).Rankings }))
