import { lazyPart } from '#ui/layout/lazy-part'

/** Loaded late, because it is below the fold of the landing page. */
export const ReservesSummary = lazyPart(() => import('./reserves-summary.tsx'), { name: 'The reserves' })
