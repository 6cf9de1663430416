const MAX_LETTERS = 12

/** A username as lists show it: 12 characters at most. */
export const shortName = (username: string): string =>
  username.length > MAX_LETTERS ? `${username.slice(0, MAX_LETTERS)}…` : username
