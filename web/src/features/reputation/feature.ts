import type { Feature } from '#lib/feature'

export const reputationFeature: Feature = {
  name: 'reputation',
  profile: () => import('./profile.tsx'),
  boards: () => import('./boards.tsx'),
  parts: () => import('./parts.tsx'),
}
