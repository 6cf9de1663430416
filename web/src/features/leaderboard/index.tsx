import { lazyPart } from '#ui/layout/lazy-part'

export { useStats } from './use-stats.ts'

export const Rankings = lazyPart(async () => ({ default: (await import('./rankings.tsx')).Rankings }), {
  name: 'The rankings',
})
export type { Board } from './board.ts'
