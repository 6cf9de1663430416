import { lazyPart } from '#ui/layout/lazy-part'

export const ReservesSummary = lazyPart(() => import('./reserves-summary.tsx'), { name: 'The reserves' })
