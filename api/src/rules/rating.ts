/** The rating of battles of rounds. This file imports nothing, so any page can use it. */
export const RATING_RULES = {
  /** Rated battles before a rating is shown. */
  battles: 5,
  /** Days after a rated battle in which another one of the same two people isn't rated. */
  againDays: 365,
  /** Days on the board after the last rated battle. */
  boardDays: 365,
  /** Everybody's first rating and its uncertainty: a standard deviation. */
  start: { points: 1_500, plusMinus: 350 },
  /** Number of uncertainties that the board, and a win against its owner, take off a rating. */
  caution: 2,
} as const
