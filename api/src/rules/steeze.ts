/** Redemptions and reserves. This file imports nothing, so any page can use it. */
export const STEEZE_RULES = {
  /** Lifetime of a signed redemption in minutes. */
  redeemMinutes: 10,
  /** Number of times an unused signature may be renewed with a later deadline. */
  redeemRenewals: 3,
  /** Hours until the next redemption after the first, second and any further one of 24 hours that ran out unused. */
  lapseWaitHours: [1, 4, 24],
  /** Redemptions that a person may cancel within 24 hours while they wait to be approved. */
  redeemCancels: 2,
  /** One part in so many of the day's cap: the most that one account's unused signatures take up of it. */
  unusedShare: 50,
  redeemDailyUsdc: 1_000,
  /** Hours an admin has to decide; then the Steeze is given back. */
  reviewHours: 72,
  /** Days to withdraw an approved redemption; then the Steeze is given back. */
  approvedDays: 7,
  appealLength: 500,
  /** Days of reserves that are shown. */
  coverDays: 90,
} as const
