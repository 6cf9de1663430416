import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const designFeature: Feature = {
  name: 'design',
  screens: [
    {
      path: paths.design,
      title: 'Components and states',
      load: () => import('./design-page.tsx'),
      loading: 'Loading the components...',
      visitor: 'screen',
      localOnly: true,
    },
  ],
}
