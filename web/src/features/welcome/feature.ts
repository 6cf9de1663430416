import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const welcomeFeature: Feature = {
  name: 'welcome',
  screens: [
    {
      path: paths.welcome,
      title: 'Welcome',
      load: () => import('./welcome-screen.tsx'),
      loading: 'Loading Aura...',
    },
  ],
  beforeHome: { path: paths.welcome, isDue: ({ seenFirsts }) => !seenFirsts.includes('sign_in') },
}
