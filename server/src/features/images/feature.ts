import type { Feature } from '#platform/feature'
import { imagesDue } from './images-due.ts'
import { imagesRoutes } from './routes.ts'

export const imagesFeature = {
  name: 'images',
  routes: imagesRoutes,
  jobs: { images: imagesDue },
  database: {
    reads: { profile: ['users'] },
    writes: { profile: ['users'] },
  },
} as const satisfies Feature
