import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const reservesFeature: Feature = {
  name: 'reserves',
  screens: [
    {
      path: paths.reserves,
      title: 'Proof of reserves',
      load: () => import('./reserves-screen.tsx'),
      loading: 'Loading reserves...',
      visitor: 'screen',
      whileRestricted: true,
    },
  ],
}
