import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { filesOf, imageName, imageUrl, PROFILE_SIDES } from './image-name.ts'
import { insertImage, lockProfileImage, updateImageInUse, updateProfileImage } from './store.ts'

/**
 * Gives a person an image, made anew of `bytes`, and gives the one they had up. Answers its address; throws what
 * encoding throws.
 */
export async function keepImage(ctx: Context, userId: string, bytes: Uint8Array): Promise<string> {
  const name = await makeFiles(ctx, userId, bytes)
  await ctx.db.tx(async (tx) => {
    await lockProfileImage(tx, userId)
    await takeIntoUse(ctx, tx, userId, name)
  })
  ctx.live.changed(`user:${userId}`)
  return imageUrl(name)
}

/** The same for a person who has none; who has one keeps it. */
export async function keepFirstImage(ctx: Context, userId: string, bytes: Uint8Array): Promise<void> {
  const name = await makeFiles(ctx, userId, bytes)
  const isKept = await ctx.db.tx(async (tx) => {
    if ((await lockProfileImage(tx, userId)) !== null) return false
    await takeIntoUse(ctx, tx, userId, name)
    return true
  })
  if (isKept) ctx.live.changed(`user:${userId}`)
}

/** Takes the image off a person, in the caller's transaction; its files are removed soon after. */
export async function giveUpImage(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await lockProfileImage(tx, userId)
  await takeIntoUse(ctx, tx, userId, null)
}

async function makeFiles(ctx: Context, userId: string, bytes: Uint8Array): Promise<string> {
  const squares = await ctx.images.encode(bytes, PROFILE_SIDES)
  const [largest] = squares
  if (!largest || squares.length !== PROFILE_SIDES.length) throw new Error('the encoder did not make all sizes')
  const name = imageName(userId, largest)
  // Written down first: should this server end on the way, the files are found and removed.
  await insertImage(ctx.db, { name, userId, now: ctx.clock.sqlNow(), unusedMs: ctx.limits.images.unusedMs })
  const files = filesOf(name)
  await Promise.all(squares.map((square, at) => ctx.images.files.put(files[at] ?? '', square, 'image/webp')))
  return name
}

async function takeIntoUse(ctx: Context, tx: Tx, userId: string, name: string | null): Promise<void> {
  await updateProfileImage(tx, userId, name && imageUrl(name))
  await updateImageInUse(tx, { name, userId, now: ctx.clock.sqlNow() })
}
