import { lazyPart } from '#ui/layout/lazy-part'

/** For the landing page, below the fold. */
export const ReservesSummary = lazyPart(() => import('./reserves-summary.tsx'), { name: 'The reserves' })
