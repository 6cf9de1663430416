import type { Feature } from '#lib/feature'

export const reputationFeature: Feature = {
  name: 'reputation',
  profile: () => import('./profile.tsx'),
  boards: [
    { value: 'learned', name: 'Learned', load: async () => ({ default: (await import('./boards.tsx')).learned }) },
    { value: 'won', name: 'Won', load: async () => ({ default: (await import('./boards.tsx')).won }) },
  ],
  parts: () => import('./parts.tsx'),
}
