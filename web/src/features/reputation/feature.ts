import { lazy } from 'react'
import type { Feature } from '#lib/feature'

export const reputationFeature: Feature = {
  name: 'reputation',
  profile: () => import('./profile.tsx'),
  board: [
    {
      value: 'learned',
      name: 'Learned',
      Board: lazy(async () => ({ default: (await import('./boards.tsx')).MostLearned })),
    },
    { value: 'won', name: 'Won', Board: lazy(async () => ({ default: (await import('./boards.tsx')).MostWon })) },
  ],
  parts: () => import('./parts.tsx'),
}
