const MAX_LETTERS = 12

export const shortName = (username: string): string =>
  username.length > MAX_LETTERS ? `${username.slice(0, MAX_LETTERS)}…` : username
