import type { Feature } from '#platform/feature'
import type { WorkLimits } from '#platform/http/fair-gate'
import { filesOf } from './image-name.ts'
import { imagesDue } from './images-due.ts'
import { imagesRoutes } from './routes.ts'
import { eraseImages, findImages } from './store.ts'
import { imagesPersonal, imagesRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    uploads: WorkLimits & {
      /** Milliseconds after which unused files, for example after a crash, are removed. */
      unusedMs: number
    }
  }
}

export const imagesFeature = {
  name: 'images',
  routes: imagesRoutes,
  jobs: { images: imagesDue },
  storedFiles: async (db) => (await findImages(db)).flatMap(filesOf),
  personalData: imagesPersonal,
  retention: imagesRetention,
  erase: async (ctx, tx, { userId }) => {
    await eraseImages(tx, userId, ctx.clock.sqlNow())
    return []
  },
} as const satisfies Feature
