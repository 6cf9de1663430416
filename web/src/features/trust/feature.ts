import { ShieldAlert } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const trustFeature: Feature = {
  name: 'trust',
  screens: [
    {
      path: paths.trust,
      title: 'Trust',
      about: 'How much people who are trusted back somebody, and how it is calculated.',
      load: () => import('./trust-screen.tsx'),
      loading: 'Loading Trust...',
      visitor: 'screen',
      whileRestricted: true,
    },
  ],
  notificationIcons: { trust_update: ShieldAlert },
  profile: () => import('./profile.tsx'),
  boards: [{ value: 'trust', name: 'Trust', load: () => import('./board.tsx') }],
  parts: () => import('./parts.tsx'),
}
