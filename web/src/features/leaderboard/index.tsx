import { lazyPart } from '#ui/layout/lazy-part'

export { useStats } from './use-stats.ts'

/** Loaded late, because it is below the fold. */
export const Rankings = lazyPart(async () => ({ default: (await import('./rankings.tsx')).Rankings }), {
  name: 'The rankings',
})
