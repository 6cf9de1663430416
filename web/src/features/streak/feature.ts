import { CalendarDays } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const streakFeature: Feature = {
  name: 'streak',
  screens: [
    {
      path: paths.streak,
      title: 'Streak',
      load: () => import('./streak-screen.tsx'),
      loading: 'Loading your streak...',
    },
  ],
  destinations: [{ path: paths.streak, name: 'Streak', icon: CalendarDays, inTabs: 'spare', inAccountMenu: true }],
}
