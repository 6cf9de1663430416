import { USERNAME_PATTERN } from '@aura/api/ids'

/** Who somebody is on X. */
export interface XPerson {
  id: string
  handle: string
  name: string
}

const LONGEST_NAME = 50
/** Also marks that turn the direction of what follows: a name must not rearrange the page around it. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The username a handle makes, undefined where it makes none. Whether it is free is another question. */
export function usernameFromHandle(handle: string): string | undefined {
  const wanted = handle.toLowerCase()
  return USERNAME_PATTERN.test(wanted) ? wanted : undefined
}

/** A display name as a first name: on one line, without what can't be seen; null when nothing is left. */
export function firstNameFromX(name: string): string | null {
  const seen = name.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
  return [...seen].slice(0, LONGEST_NAME).join('').trim() || null
}
