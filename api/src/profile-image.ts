/** What a profile image may be, for both sides of an upload. This file imports nothing, so any page can use it. */
export const PROFILE_IMAGE = {
  /** Of the form. */
  field: 'profileImage',
  maxBytes: 5 * 1024 * 1024,
  /** Pixels; it is a square. */
  side: 512,
  /** The side of its small version. */
  smallSide: 128,
} as const

/** Kinds of files we can read, for the file dialog and in words. The server decodes these and nothing else. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const
export const IMAGE_TYPE_NAMES = 'PNG, JPEG, WebP, GIF or AVIF'

/** How large an image may be, in words. */
export const MAX_IMAGE_SIZE = `${PROFILE_IMAGE.maxBytes / 1024 / 1024} MB`

/** The address of the small version of a profile image. */
export const smallImageUrl = (url: string): string => url.replace(/\.webp$/, `-${PROFILE_IMAGE.smallSide}.webp`)
