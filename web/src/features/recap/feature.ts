import { CalendarRange } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'
import { lazyPart } from '#ui/layout/lazy-part'

const screen = {
  title: 'Your week',
  load: () => import('./recap-screen.tsx'),
  loading: 'Loading your week...',
} as const

export const recapFeature: Feature = {
  name: 'recap',
  screens: [
    { ...screen, path: paths.recap, reads: ['/api/recap'] },
    { ...screen, path: paths.recapOf(':id'), reads: ['/api/recap/:id'] },
  ],
  destinations: [{ path: paths.recap, name: 'Your week', icon: CalendarRange, inAccountMenu: true }],
  notificationIcons: { recap: CalendarRange },
  DashboardSection: lazyPart(() => import('./dashboard-part.tsx')),
  parts: () => import('./parts.tsx'),
}
