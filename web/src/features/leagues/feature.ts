import { Medal } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'
import { lazyPart } from '#ui/layout/lazy-part'

export const leaguesFeature: Feature = {
  name: 'leagues',
  screens: [
    {
      path: paths.league,
      title: 'League',
      load: () => import('./league-screen.tsx'),
      loading: 'Loading your league...',
    },
  ],
  destinations: [{ path: paths.league, name: 'League', icon: Medal, inAccountMenu: true }],
  notificationIcons: { league_result: Medal },
  DashboardSection: lazyPart(() => import('./dashboard-part.tsx')),
  parts: () => import('./parts.tsx'),
  SettingsCard: lazyPart(() => import('./settings-card.tsx')),
}
