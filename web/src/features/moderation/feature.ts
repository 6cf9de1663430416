import type { Feature } from '#lib/feature'

export const moderationFeature: Feature = {
  name: 'moderation',
  profile: () => import('./profile.tsx'),
}
