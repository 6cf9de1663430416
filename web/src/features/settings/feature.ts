import { Settings } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const settingsFeature: Feature = {
  name: 'settings',
  screens: [
    {
      path: paths.settings,
      title: 'Settings',
      load: () => import('./settings-screen.tsx'),
      loading: 'Loading your settings...',
      whileRestricted: true,
    },
  ],
  destinations: [{ path: paths.settings, name: 'Settings', icon: Settings, inAccountMenu: true }],
}
