/** Limits of follow and block lists. This file imports nothing, so any page can use it. */
export const FOLLOW_RULES = {
  /** People one person may block. */
  blocked: 1_000,
  /** People one person may mute. */
  muted: 1_000,
  /** People one person may follow. */
  followed: 5_000,
  /** Followers are counted up to this number. */
  counted: 10_000,
  /** The feed shows the newest rows of so many days. */
  feedDays: 7,
  feedRows: 30,
  /** Rows of one page of a list. */
  page: 50,
} as const
