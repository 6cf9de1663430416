import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH, USERNAME_PATTERN } from '@aura/api/ids'

/** A username as it would be saved. */
export const asUsername = (text: string): string => text.trim().toLowerCase()

/** Why no server need be asked about this name; undefined where it could be somebody's. */
export function usernameFault(text: string): string | undefined {
  const name = asUsername(text)
  if (name.length < USERNAME_MIN_LENGTH) return `Username must be at least ${USERNAME_MIN_LENGTH} characters`
  if (name.length > USERNAME_MAX_LENGTH) return `Username must be at most ${USERNAME_MAX_LENGTH} characters`
  return USERNAME_PATTERN.test(name) ? undefined : 'Use letters, digits and underscores only'
}
