/** Redemptions and reserves. This file imports nothing, so any page can use it. */
export const STEEZE_RULES = {
  /** Lifetime of a signed redemption in minutes. */
  redeemMinutes: 10,
  /** Number of times an unused signature may be renewed with a later deadline. */
  redeemRenewals: 3,
  /** Redemptions that a person may let run out, fully or in part, or cancel within 24 hours. */
  redeemLapses: 2,
  redeemDailyUsdc: 1_000,
  /** Hours an admin has to decide; then the Steeze is given back. */
  reviewHours: 72,
  /** Days to withdraw an approved redemption; then the Steeze is given back. */
  approvedDays: 7,
  appealLength: 500,
  /** Days of reserves that are shown. */
  coverDays: 90,
} as const
