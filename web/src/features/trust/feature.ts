import { formatWhole } from '@aura/api/money'
import { ShieldAlert } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { lazyPart } from '#ui/layout/lazy-part'

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
  board: {
    value: 'trust',
    name: 'Trust',
    Board: lazyPart(() => import('./most-trusted.tsx')),
    ranking: read('GET /api/trust/ranking'),
    ownPoints: ({ trust }) => `${formatWhole(trust.points)} Trust`,
  },
  parts: () => import('./parts.tsx'),
}
