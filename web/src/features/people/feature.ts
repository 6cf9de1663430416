import { UserRound } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

const profile = {
  title: 'Profile',
  load: () => import('./profile-screen.tsx'),
  loading: 'Loading user profile...',
  visitor: 'sign-in',
} as const

export const peopleFeature: Feature = {
  name: 'people',
  screens: [
    { ...profile, path: paths.profile },
    { ...profile, path: paths.profileOf(':id') },
    { ...profile, path: paths.user(':id') },
  ],
  destinations: [
    {
      path: paths.profile,
      name: 'Profile',
      icon: UserRound,
      inTabs: true,
      inAccountMenu: ({ id }) => paths.profileOf(id),
    },
  ],
}
