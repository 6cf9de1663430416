import type { Feature } from '#lib/feature'

export const ratingFeature: Feature = {
  name: 'rating',
  profile: () => import('./profile.tsx'),
  boards: [{ value: 'rounds', name: 'Rounds', load: () => import('./board.tsx') }],
  // A result is worth seeing without its rating.
  afterRounds: () => import('./rounds-rating.tsx').catch(() => ({ default: () => null })),
  parts: () => import('./parts.tsx'),
}
