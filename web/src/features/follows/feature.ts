import { Radio, UserPlus } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { lazyPart } from '#ui/layout/lazy-part'

export const followsFeature: Feature = {
  name: 'follows',
  notificationIcons: { follow_live: Radio, new_follower: UserPlus },
  profile: () => import('./profile.tsx'),
  DashboardSection: lazyPart(() => import('./feed.tsx')),
  feedTexts: {
    day_lit: ({ number }) => (number === 1 ? 'lit their first line' : `lit line ${number} of their streak`),
  },
  parts: () => import('./parts.tsx'),
  SettingsCard: lazyPart(() => import('./people-card.tsx')),
}
