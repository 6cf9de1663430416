import { UserPlus } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const invitesFeature: Feature = {
  name: 'invites',
  screens: [
    {
      path: paths.invite(':id'),
      title: 'Invite',
      load: () => import('./invite-screen.tsx'),
      loading: 'Loading invite...',
      reads: ['/api/invites/:id'],
      visitor: 'screen',
      whileRestricted: true,
    },
    {
      path: paths.invites,
      title: 'Invites',
      load: () => import('./own-invites-screen.tsx'),
      loading: 'Loading your invites...',
    },
  ],
  destinations: [{ path: paths.invites, name: 'Invites', icon: UserPlus, inAccountMenu: true }],
  parts: () => import('./parts.tsx'),
}
