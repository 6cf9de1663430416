import { Radio } from 'lucide-react'
import { lazy } from 'react'
import type { Feature } from '#lib/feature'

export const followsFeature: Feature = {
  name: 'follows',
  notificationIcons: { follow_live: Radio },
  profile: () => import('./profile.tsx'),
  DashboardSection: lazy(() => import('./feed.tsx')),
  feedTexts: {
    day_lit: ({ number }) => (number === 1 ? 'lit their first line' : `lit line ${number} of their streak`),
  },
  parts: () => import('./parts.tsx'),
  SettingsCard: lazy(() => import('./people-card.tsx')),
}
