import { createHash } from 'node:crypto'
import { PROFILE_IMAGE } from '@aura/api/calls/profile-image'

/**
 * Names an image by what is in it and whose it is: what is served under a name never changes. Each `edition` has another
 * name, for an image that comes back while its files are being removed.
 */
export function imageName(userId: string, bytes: Uint8Array, edition = 0): string {
  const hash = createHash('sha256').update(userId).update(bytes)
  if (edition > 0) hash.update(String(edition))
  return hash.digest('hex').slice(0, 32)
}

/** The files of an image, largest first, in the order of PROFILE_SIDES. */
export const filesOf = (name: string): [string, string] => [`${name}.webp`, `${name}-${PROFILE_IMAGE.smallSide}.webp`]

export const PROFILE_SIDES = [PROFILE_IMAGE.side, PROFILE_IMAGE.smallSide] as const

/** Where an image is served. */
export const imageUrl = (name: string): string => `/images/${filesOf(name)[0]}`

/** Is this the name of a file that could be an image's? */
export const isImageFile = (file: string): boolean => /^[0-9a-f]{32}(-128)?\.webp$/.test(file)
