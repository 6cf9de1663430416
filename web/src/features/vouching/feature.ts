import { HandCoins } from 'lucide-react'
import type { Feature } from '#lib/feature'

export const vouchingFeature: Feature = {
  name: 'vouching',
  notificationIcons: { vouch_received: HandCoins },
  parts: () => import('./parts.tsx'),
}
