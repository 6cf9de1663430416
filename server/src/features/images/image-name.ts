import { createHash } from 'node:crypto'
import { PROFILE_IMAGE } from '@aura/api/profile-image'

/**
 * Returns an image's name, derived from its content and owner, so that the content of a name never changes. Each
 * `edition` has another name, for an image that returns while its files are being removed.
 */
export function imageName(userId: string, bytes: Uint8Array, edition = 0): string {
  const hash = createHash('sha256').update(userId).update(bytes)
  if (edition > 0) hash.update(String(edition))
  return hash.digest('hex').slice(0, 32)
}

/** Returns an image's files, largest first, in the order of PROFILE_SIDES. */
export const filesOf = (name: string): [string, string] => [`${name}.webp`, `${name}-${PROFILE_IMAGE.smallSide}.webp`]

export const PROFILE_SIDES = [PROFILE_IMAGE.side, PROFILE_IMAGE.smallSide] as const

export const imageUrl = (name: string): string => `/images/${filesOf(name)[0]}`

/** Returns whether this could be the name of an image file. */
export const isImageFile = (file: string): boolean => /^[0-9a-f]{32}(-128)?\.webp$/.test(file)
