import { Handshake } from 'lucide-react'
import type { Feature } from '#lib/feature'

export const standingFeature: Feature = {
  name: 'standing',
  notificationIcons: { place_received: Handshake },
  profile: () => import('./profile.tsx'),
  parts: () => import('./parts.tsx'),
}
