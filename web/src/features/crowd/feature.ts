import type { Feature } from '#lib/feature'

export const crowdFeature: Feature = {
  name: 'crowd',
  parts: () => import('./parts.tsx'),
  // A battle is worth watching without comments.
  besideBattle: () => import('./crowd.tsx').catch(() => ({ default: () => null })),
}
