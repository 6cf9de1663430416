/** Times of redemptions that wait for a person. This file imports nothing, so any page can use it. */
export const STEEZE_RULES = {
  /** An admin decides within so long, or the Steeze returns. */
  reviewHours: 72,
  /** An approved redemption is withdrawn within so long, or the Steeze returns. */
  approvedDays: 7,
  appealLength: 500,
} as const
