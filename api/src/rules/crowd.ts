/** Limits of comments and cheers. This file imports nothing, so any page can use it. */
export const CROWD_RULES = {
  commentLength: 140,
  /** Limit for each person in a battle. */
  commentsPerBattle: 20,
  commentPauseSeconds: 3,
  /** Minutes before the start at which comments open. They close with the battle. */
  commentsOpenMinutes: 60,
  /** Number of newest comments shown; older ones are not. */
  commentsShown: 50,
  mutedPerBattle: 200,
  /** Seconds in which each viewer of a chat that takes part cheers once. It may start listening when comments open. */
  chatCheerSeconds: 10,
} as const
