import { lazy } from 'react'

/** For the landing page, below the fold. */
export const ReservesSummary = lazy(() => import('./reserves-summary.tsx').catch(() => ({ default: NotLoaded })))

const NotLoaded = () => <p className="text-ink-2">The reserves didn’t load. Reload the page to try again.</p>
