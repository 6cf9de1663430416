import { House } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  screens: [
    {
      path: paths.home,
      title: 'Dashboard',
      about: 'Three lessons a day. The first lights a line of your ring and keeps your streak.',
      load: () => import('./dashboard-screen.tsx'),
      loading: 'Loading your dashboard...',
      reads: ['/api/lessons/daily'],
      visitor: 'landing',
    },
  ],
  destinations: [{ path: paths.home, name: 'Dashboard', icon: House, inBar: true, inTabs: true }],
}
