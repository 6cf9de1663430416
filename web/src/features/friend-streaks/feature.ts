import { Handshake } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { lazyPart } from '#ui/layout/lazy-part'

export const friendStreaksFeature: Feature = {
  name: 'friend-streaks',
  notificationIcons: { friend_streak: Handshake },
  profile: () => import('./profile.tsx'),
  DashboardSection: lazyPart(() => import('./friend-streaks.tsx')),
  parts: () => import('./parts.tsx'),
}
