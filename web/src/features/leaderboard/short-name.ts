const MOST_LETTERS = 12

/** A username as lists show it: 12 characters at most. */
export const shortName = (username: string): string =>
  username.length > MOST_LETTERS ? `${username.slice(0, MOST_LETTERS)}…` : username
