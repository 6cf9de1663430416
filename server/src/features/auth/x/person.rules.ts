import { USERNAME_PATTERN } from '@aura/api/ids'
import { cleanLine } from '@aura/api/visible-text'

const LONGEST_NAME = 50

/** Returns a username, or undefined if the handle makes no valid one. Availability is checked elsewhere. */
export function usernameFromHandle(handle: string): string | undefined {
  const wanted = handle.toLowerCase()
  return USERNAME_PATTERN.test(wanted) ? wanted : undefined
}

/** Returns the name in one line, without invisible characters; null if nothing is left. */
export function firstNameFromX(name: string): string | null {
  // Cleaned again, because the cut may split an emoji.
  return cleanLine([...cleanLine(name)].slice(0, LONGEST_NAME).join('')) || null
}

/** Returns the address of the image in a useful size; null if it isn't X's, since nothing else may be fetched. */
export function fetchedImageUrl(imageUrl: string | null, imageOrigin: string): string | null {
  if (imageUrl === null || !URL.canParse(imageUrl)) return null
  const url = new URL(imageUrl)
  if (url.origin !== imageOrigin || url.username !== '' || url.pathname.includes('/default_profile_images/'))
    return null
  return `${url.origin}${url.pathname.replace(/_normal(\.\w+)$/, '_400x400$1')}`
}
