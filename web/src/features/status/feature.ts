import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const statusFeature: Feature = {
  name: 'status',
  screens: [
    {
      path: paths.status,
      title: 'Status',
      load: () => import('./status-screen.tsx'),
      loading: 'Loading the status...',
      visitor: 'screen',
      whileRestricted: true,
    },
  ],
}
