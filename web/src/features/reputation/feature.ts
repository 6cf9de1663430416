import { formatWhole } from '@aura/api/money'
import type { Feature } from '#lib/feature'
import { lazyPart } from '#ui/layout/lazy-part'
import { rankingRead } from './ranking-read.ts'
import { signedWhole } from './signed.ts'

export const reputationFeature: Feature = {
  name: 'reputation',
  profile: () => import('./profile.tsx'),
  board: [
    {
      value: 'learned',
      name: 'Learned',
      Board: lazyPart(async () => ({ default: (await import('./boards.tsx')).MostLearned })),
      ranking: rankingRead('learned'),
      ownPoints: ({ reputation }) => `${formatWhole(reputation.learned)} AP`,
    },
    {
      value: 'won',
      name: 'Won',
      Board: lazyPart(async () => ({ default: (await import('./boards.tsx')).MostWon })),
      ranking: rankingRead('won'),
      ownPoints: ({ reputation }) => `${signedWhole(reputation.won)} AP`,
    },
  ],
  parts: () => import('./parts.tsx'),
}
