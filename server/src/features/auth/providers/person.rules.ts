import { USERNAME_PATTERN } from '@aura/api/ids'
import { cutToLength, lettersOf } from '@aura/api/letters'
import { cleanLine } from '@aura/api/visible-text'

/** In letters, of which an emoji may be many characters. */
const LONGEST_NAME = 50
const LONGEST_NAME_CHARACTERS = 200

/** Returns a username, or undefined if the handle makes no valid one. Availability is checked elsewhere. */
export function usernameFromHandle(handle: string): string | undefined {
  const wanted = handle.toLowerCase()
  return USERNAME_PATTERN.test(wanted) ? wanted : undefined
}

/** Returns the name in one line, without invisible characters; null if nothing is left. */
export function firstNameOf(name: string): string | null {
  const letters = lettersOf(cleanLine(name)).slice(0, LONGEST_NAME).join('')
  return cutToLength(letters, LONGEST_NAME_CHARACTERS).trim() || null
}

/** Returns the address of the image in a useful size; null if it isn't the provider's, since nothing else may be fetched. */
export function fetchedImageUrl(imageUrl: string | null, imageOrigin: string | null): string | null {
  if (imageUrl === null || imageOrigin === null || !URL.canParse(imageUrl)) return null
  const url = new URL(imageUrl)
  if (url.origin !== imageOrigin || url.username !== '' || url.pathname.includes('/default_profile_images/'))
    return null
  return `${url.origin}${url.pathname.replace(/_normal(\.\w+)$/, '_400x400$1')}`
}
