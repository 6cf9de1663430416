import { PROFILE_IMAGE } from '@aura/api/profile-image'
import { keepFirstImage } from '#features/images'
import type { Context } from '#platform/context'
import { boundedFetch } from '#platform/outgoing/bounded-fetch'

const MAX_AT_ONCE = 8

/** Returns a function that stores the image of a user's linked account, re-encoded, if they have none. It throws if it can't. */
export function imageAdopter(ctx: Context): (userId: string, url: string) => Promise<void> {
  const fetchImage = boundedFetch({
    timeoutMs: ctx.limits.providerTimeoutMs,
    maxBytes: PROFILE_IMAGE.maxBytes,
    maxAtOnce: MAX_AT_ONCE,
  })
  return async (userId, url) => {
    const response = await fetchImage(url)
    if (!response.ok) throw new Error(`the provider returned ${response.status} for an image`)
    await keepFirstImage(ctx, userId, Buffer.from(await response.arrayBuffer()))
  }
}
