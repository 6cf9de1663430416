import { ShieldCheck } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { adminPaths } from './admin-paths.ts'

export const adminFeature: Feature = {
  name: 'admin',
  screens: [
    {
      path: adminPaths.whitelist,
      title: 'Beta Access Management',
      load: () => import('./whitelist-screen.tsx'),
      loading: 'Loading whitelist...',
      adminOnly: true,
    },
    {
      path: adminPaths.people,
      title: 'People',
      load: () => import('./people-screen.tsx'),
      loading: 'Loading people...',
      adminOnly: true,
    },
    {
      path: adminPaths.battles,
      title: 'Battles',
      load: () => import('./battles-screen.tsx'),
      loading: 'Loading battles...',
      adminOnly: true,
    },
    {
      path: adminPaths.comments,
      title: 'Reports',
      load: () => import('./reports-screen.tsx'),
      loading: 'Loading reports...',
      adminOnly: true,
    },
    {
      path: adminPaths.redemptions,
      title: 'Redemptions',
      load: () => import('./redemptions-screen.tsx'),
      loading: 'Loading redemptions...',
      adminOnly: true,
    },
    {
      path: adminPaths.seeds,
      title: 'Seeds',
      load: () => import('./seeds-screen.tsx'),
      loading: 'Calculating...',
      adminOnly: true,
    },
    {
      path: adminPaths.lessons,
      title: 'Lessons',
      load: () => import('./lessons-screen.tsx'),
      loading: 'Loading figures...',
      adminOnly: true,
    },
    {
      path: adminPaths.log,
      title: 'Log',
      load: () => import('./log-screen.tsx'),
      loading: 'Loading the log...',
      adminOnly: true,
    },
  ],
  destinations: [
    { path: adminPaths.whitelist, name: 'Admin', icon: ShieldCheck, inAccountMenu: true, adminOnly: true },
  ],
}
