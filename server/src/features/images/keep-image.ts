import { lockPerson, updateProfileImage } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Charge } from '#platform/http/fair-gate'
import { filesOf, imageName, imageUrl, PROFILE_SIDES } from './image-name.ts'
import { giveUpImages, insertImage, takeImageIntoUse } from './store.ts'

/** Most editions of an image, which can return while its files are being removed: as long as a store's outage. */
const MAX_EDITIONS = 100

/** Stores an image and releases the previous one. Returns its address. Throws the errors of encoding. */
export async function keepImage(ctx: Context, userId: string, bytes: Uint8Array, charge: Charge): Promise<string> {
  const squares = await encode(ctx, bytes, charge)
  for (;;) {
    const name = await makeFiles(ctx, userId, squares)
    const isKept = await ctx.db.tx(async (tx) => {
      await lockOwner(tx, userId)
      return takeIntoUse(ctx, tx, userId, name)
    })
    // Otherwise another tab released it and its files are being removed: use the next edition.
    if (!isKept) continue
    ctx.live.changed(`user:${userId}`)
    return imageUrl(name)
  }
}

export async function keepFirstImage(ctx: Context, userId: string, bytes: Uint8Array): Promise<void> {
  const name = await makeFiles(ctx, userId, await encode(ctx, bytes))
  const isKept = await ctx.db.tx(async (tx) => {
    if ((await lockOwner(tx, userId)).profileImageUrl !== null) return false
    return takeIntoUse(ctx, tx, userId, name)
  })
  if (isKept) ctx.live.changed(`user:${userId}`)
}

/** Releases a user's image in the caller's transaction; its files are deleted soon after. */
export async function giveUpImage(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await lockOwner(tx, userId)
  await updateProfileImage(tx, userId, null)
  await giveUpImages(tx, { userId, kept: null, now: ctx.clock.sqlNow() })
}

async function lockOwner(tx: Tx, userId: string) {
  const owner = await lockPerson(tx, userId)
  if (!owner) throw new AppError('UNAUTHORIZED')
  return owner
}

async function encode(ctx: Context, bytes: Uint8Array, charge?: Charge): Promise<Uint8Array[]> {
  const squares = await ctx.images.encode(bytes, PROFILE_SIDES, charge)
  if (squares.length !== PROFILE_SIDES.length) throw new Error('the encoder did not make all sizes')
  return squares
}

async function makeFiles(ctx: Context, userId: string, squares: readonly Uint8Array[]): Promise<string> {
  const name = await writeDown(ctx, userId, squares[0] as Uint8Array)
  const files = filesOf(name)
  await Promise.all(squares.map((square, at) => ctx.images.files.put(files[at] ?? '', square, 'image/webp')))
  return name
}

/** Records an image before its files are written, so that they are removed if this server dies. Returns their name. */
async function writeDown(ctx: Context, userId: string, bytes: Uint8Array): Promise<string> {
  const row = { userId, now: ctx.clock.sqlNow(), unusedMs: ctx.limits.uploads.unusedMs }
  for (let edition = 0; edition < MAX_EDITIONS; edition++) {
    const name = imageName(userId, bytes, edition)
    if (await insertImage(ctx.db, { name, ...row })) return name
  }
  throw new Error(`${MAX_EDITIONS} editions of one image wait to be removed`)
}

/** Returns false if the files of this name are being removed. */
async function takeIntoUse(ctx: Context, tx: Tx, userId: string, name: string): Promise<boolean> {
  if (!(await takeImageIntoUse(tx, userId, name))) return false
  await updateProfileImage(tx, userId, imageUrl(name))
  await giveUpImages(tx, { userId, kept: name, now: ctx.clock.sqlNow() })
  return true
}
