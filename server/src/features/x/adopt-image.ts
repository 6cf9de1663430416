import { PROFILE_IMAGE } from '@aura/api/profile-image'
import { keepFirstImage } from '#features/images/public'
import type { Context } from '#platform/context'

/**
 * Gives a person who has no image the one at an address of X, made anew: pages never load it from there. Throws when it
 * can't be fetched, is too large or is none.
 */
export async function adoptImage(ctx: Context, userId: string, url: string): Promise<void> {
  // An answer that leads elsewhere could lead anywhere.
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ctx.limits.xTimeoutMs) })
  if (!response.ok || !response.body) throw new Error(`X answered ${response.status} for an image`)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body) {
    length += part.length
    if (length > PROFILE_IMAGE.mostBytes) throw new Error('an image of X is too large')
    parts.push(part)
  }
  await keepFirstImage(ctx, userId, Buffer.concat(parts))
}
