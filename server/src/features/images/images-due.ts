import type { Context } from '#platform/context'
import type { DueWork } from '#platform/due/due-loop'
import { filesOf } from './image-name.ts'
import { deleteImage, lockUnusedImage, msUntilRemoval, postponeRemoval } from './store.ts'

const LATER_MS = 60_000

/** Removes the files of images that nobody shows any more. */
export const imagesDue = (ctx: Context, onError: (error: unknown) => void): DueWork => ({
  doSome: () =>
    ctx.db.tx(async (tx) => {
      const now = ctx.clock.sqlNow()
      // Whoever gives the same image again waits until it is gone, and then makes its files anew.
      const name = await lockUnusedImage(tx, now)
      if (name === undefined) return false
      try {
        await Promise.all(filesOf(name).map((file) => ctx.images.files.remove(file)))
        await deleteImage(tx, name)
      } catch (error) {
        onError(error)
        await postponeRemoval(tx, { name, now, ms: LATER_MS })
      }
      return true
    }),
  msUntilNext: () => msUntilRemoval(ctx.db, ctx.clock.sqlNow()),
})
