import { Receipt } from 'lucide-react'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const steezeFeature: Feature = {
  name: 'steeze',
  notificationIcons: { steeze_update: Receipt },
  parts: () => import('./parts.ts'),
  screens: [
    {
      path: paths.steeze,
      title: 'Steeze Recharge',
      load: () => import('./steeze-screen.tsx'),
      loading: 'Loading your Steeze...',
      whileRestricted: true,
    },
  ],
  destinations: [
    {
      path: paths.steeze,
      name: 'Steeze Recharge',
      tabName: 'Steeze',
      icon: SteezeIcon,
      also: [paths.receipts],
      inBar: true,
      inTabs: 'spare',
    },
  ],
}
