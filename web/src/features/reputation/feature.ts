import type { Feature } from '#lib/feature'
import { lazyPart } from '#ui/layout/lazy-part'

export const reputationFeature: Feature = {
  name: 'reputation',
  profile: () => import('./profile.tsx'),
  board: [
    {
      value: 'learned',
      name: 'Learned',
      Board: lazyPart(async () => ({ default: (await import('./boards.tsx')).MostLearned })),
    },
    { value: 'won', name: 'Won', Board: lazyPart(async () => ({ default: (await import('./boards.tsx')).MostWon })) },
  ],
  parts: () => import('./parts.tsx'),
}
