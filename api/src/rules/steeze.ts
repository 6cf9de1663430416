/** Redemptions and reserves. This file imports nothing, so any page can use it. */
export const STEEZE_RULES = {
  /** Lifetime of a signed redemption, and the daily (UTC) limit. */
  redeemMinutes: 10,
  /** How often an unused signature may be renewed with a later deadline. */
  redeemRenewals: 3,
  redeemDailyUsdc: 1_000,
  /** An admin decides within so long, or the Steeze returns. */
  reviewHours: 72,
  /** An approved redemption is withdrawn within so long, or the Steeze returns. */
  approvedDays: 7,
  appealLength: 500,
  /** Days of reserves that are shown. */
  coverDays: 90,
} as const
