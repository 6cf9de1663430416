import { Route } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const learnFeature: Feature = {
  name: 'learn',
  screens: [
    {
      path: paths.learn,
      title: 'Your path',
      load: () => import('./learn-screen.tsx'),
      loading: 'Loading your path...',
    },
  ],
  destinations: [{ path: paths.learn, name: 'Learn', icon: Route, inBar: true, inTabs: true }],
}
