import { UserRound } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

const profile = {
  title: 'Profile',
  load: () => import('./profile-screen.tsx'),
  loading: 'Loading user profile...',
} as const

const READS = ['/api/users/:id']

export const peopleFeature: Feature = {
  name: 'people',
  screens: [
    { ...profile, path: paths.profile, visitor: 'sign-in' },
    { ...profile, path: paths.profileOf(':id'), visitor: 'screen', reads: READS },
    { ...profile, path: paths.user(':id'), visitor: 'screen', reads: READS },
  ],
  destinations: [
    {
      path: paths.profile,
      name: 'Profile',
      icon: UserRound,
      also: [paths.users],
      inTabs: true,
      inAccountMenu: ({ id }) => paths.profileOf(id),
    },
  ],
}
