/** Limits of comments and cheers. This file imports nothing, so any page can use it. */
export const CROWD_RULES = {
  commentLength: 140,
  /** Comments of one person on one battle. */
  commentsPerBattle: 20,
  /** Between two comments of a person. */
  commentPauseSeconds: 3,
  /** Comments open so long before the start, and close with the battle. */
  commentsOpenMinutes: 60,
  /** The newest of a battle, which is all that is shown. */
  commentsShown: 50,
  /** People muted in one battle. */
  mutedPerBattle: 200,
} as const
