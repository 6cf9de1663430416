import type { Feature } from '#platform/feature'
import { imagesDue } from './images-due.ts'
import { imagesRoutes } from './routes.ts'
import { eraseImages } from './store.ts'
import { imagesPersonal } from './tables.ts'

export const imagesFeature = {
  name: 'images',
  routes: imagesRoutes,
  jobs: { images: imagesDue },
  personalData: imagesPersonal,
  erase: async (ctx, tx, { userId }) => {
    await eraseImages(tx, userId, ctx.clock.sqlNow())
    return []
  },
} as const satisfies Feature
