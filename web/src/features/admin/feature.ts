import { ShieldCheck } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const adminFeature: Feature = {
  name: 'admin',
  screens: [
    {
      path: paths.adminWhitelist,
      title: 'Beta Access Management',
      load: () => import('./whitelist-screen.tsx'),
      loading: 'Loading whitelist...',
      adminOnly: true,
    },
    {
      path: paths.adminPeople,
      title: 'People',
      load: () => import('./people-screen.tsx'),
      loading: 'Loading people...',
      adminOnly: true,
    },
    {
      path: paths.adminBattles,
      title: 'Battles',
      load: () => import('./battles-screen.tsx'),
      loading: 'Loading battles...',
      adminOnly: true,
    },
    {
      path: paths.adminComments,
      title: 'Reports',
      load: () => import('./reports-screen.tsx'),
      loading: 'Loading reports...',
      adminOnly: true,
    },
    {
      path: paths.adminRedemptions,
      title: 'Redemptions',
      load: () => import('./redemptions-screen.tsx'),
      loading: 'Loading redemptions...',
      adminOnly: true,
    },
    {
      path: paths.adminSeeds,
      title: 'Seeds',
      load: () => import('./seeds-screen.tsx'),
      loading: 'Calculating...',
      adminOnly: true,
    },
    {
      path: paths.adminLessons,
      title: 'Lessons',
      load: () => import('./lessons-screen.tsx'),
      loading: 'Loading figures...',
      adminOnly: true,
    },
    {
      path: paths.adminLog,
      title: 'Log',
      load: () => import('./log-screen.tsx'),
      loading: 'Loading the log...',
      adminOnly: true,
    },
  ],
  destinations: [
    { path: paths.adminWhitelist, name: 'Admin', icon: ShieldCheck, inAccountMenu: true, adminOnly: true },
  ],
}
