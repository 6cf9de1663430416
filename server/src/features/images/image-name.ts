import { createHash } from 'node:crypto'
import { PROFILE_IMAGE } from '@aura/api/profile-image'

/** Returns a name derived from content and owner; `edition` differs if it returns while being removed. */
export function imageName(userId: string, bytes: Uint8Array, edition = 0): string {
  const hash = createHash('sha256').update(userId).update(bytes)
  if (edition > 0) hash.update(String(edition))
  return hash.digest('hex').slice(0, 32)
}

export const filesOf = (name: string): [string, string] => [`${name}.webp`, `${name}-${PROFILE_IMAGE.smallSide}.webp`]

export const PROFILE_SIDES = [PROFILE_IMAGE.side, PROFILE_IMAGE.smallSide] as const

export const imageUrl = (name: string): string => `/images/${filesOf(name)[0]}`

export const isImageFile = (file: string): boolean => /^[0-9a-f]{32}(-128)?\.webp$/.test(file)
