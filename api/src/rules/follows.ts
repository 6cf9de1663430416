/** Limits of follow and block lists. This file imports nothing, so any page can use it. */
export const FOLLOW_RULES = {
  blocked: 1_000,
  muted: 1_000,
  followed: 5_000,
  /** Followers are counted up to this number. */
  counted: 10_000,
  /** Age of the oldest row in the feed. */
  feedDays: 7,
  feedRows: 30,
  page: 50,
} as const
