import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH, USERNAME_PATTERN } from '@aura/api/ids'

export const asUsername = (text: string): string => text.trim().toLowerCase()

/** Returns why a name is invalid, or undefined if the server must check it. */
export function usernameFault(text: string): string | undefined {
  const name = asUsername(text)
  if (name.length < USERNAME_MIN_LENGTH) return `Username must be at least ${USERNAME_MIN_LENGTH} characters`
  if (name.length > USERNAME_MAX_LENGTH) return `Username must be at most ${USERNAME_MAX_LENGTH} characters`
  return USERNAME_PATTERN.test(name) ? undefined : 'Use letters, digits and underscores only'
}
