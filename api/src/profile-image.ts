/** This file imports nothing, so any page can use it. */
export const PROFILE_IMAGE = {
  field: 'profileImage',
  maxBytes: 5 * 1024 * 1024,
  /** Of a file chosen on the page, which crops it before uploading. */
  maxChosenBytes: 50 * 1024 * 1024,
  /** Width and height in pixels. */
  side: 512,
  smallSide: 128,
} as const

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const
export const IMAGE_TYPE_NAMES = 'PNG, JPEG, WebP, GIF or AVIF'

export const MAX_CHOSEN_IMAGE = `${PROFILE_IMAGE.maxChosenBytes / 1024 / 1024} MB`

export const smallImageUrl = (url: string): string => url.replace(/\.webp$/, `-${PROFILE_IMAGE.smallSide}.webp`)
