import { USERNAME_PATTERN } from '@aura/api/ids'
import { cleanLine } from '@aura/api/visible-text'

/** Who somebody is on X. */
export interface XPerson {
  id: string
  handle: string
  name: string
  /** Where X shows their image, if they have one. */
  imageUrl: string | null
}

const LONGEST_NAME = 50

/** The username a handle makes, undefined where it makes none. Whether it is free is another question. */
export function usernameFromHandle(handle: string): string | undefined {
  const wanted = handle.toLowerCase()
  return USERNAME_PATTERN.test(wanted) ? wanted : undefined
}

/** A display name as a first name: on one line, without what can't be seen; null when nothing is left. */
export function firstNameFromX(name: string): string | null {
  // Again after the cut: it may have gone through the middle of an emoji.
  return cleanLine([...cleanLine(name)].slice(0, LONGEST_NAME).join('')) || null
}

/**
 * Where to fetch a person's image in a size worth keeping: X answers the address of a thumbnail. Null for any address that
 * is not X's own, which the server has no business with.
 */
export function fetchedImageUrl(imageUrl: string | null, imageOrigin: string): string | null {
  if (imageUrl === null || !URL.canParse(imageUrl)) return null
  const url = new URL(imageUrl)
  if (url.origin !== imageOrigin || url.username !== '' || url.pathname.includes('/default_profile_images/'))
    return null
  return `${url.origin}${url.pathname.replace(/_normal(\.\w+)$/, '_400x400$1')}`
}
