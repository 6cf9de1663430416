/** The published formula of Trust. Changing any number makes a new version. This file imports nothing. */
export const TRUST_RULES = {
  version: 4,
  /** Trust is calculated in whole thousandths of a point. */
  unit: 1_000,
  /** Thousandths of a point that each seed hands out. */
  perSeed: 1_000_000_000,
  /** People one can stand by. Each place carries one part of as many, half of it without money behind it. */
  places: 10,
  seedPlaces: 50,
  /** Days in which a place comes to count in full, and in which money comes to double it. */
  ripenDays: 30,
  /** Days in which money that goes back, by a vouch or a plain transfer, takes from what was vouched. */
  returnDays: 180,
  /** Divisor of the Trust a person passes on, of what counts for them: 1/20. */
  passedPart: 20,
  /** Divisor of Trust that comes through a single seed: a quarter counts. All counts once half comes through others. */
  singleSeedPart: 4,
  /** Longest path of Trust, in people. */
  steps: 8,
  /** Standing by someone who is suspended or part of a ring takes one of these parts from what one passes on. */
  liabilityPart: 5,
  /** From a seed, which stands by five times as many. */
  seedLiabilityPart: 25,
  /** Days for which it does. */
  liabilityDays: 180,
  /** With more related accounts than this among those they invited themselves, an inviter gets this many shares of all, one for each account. */
  ringFree: 2,
  /** The number of accounts from which an inviter loses no more: half. */
  ringMost: 4,
  /** Days between the notice to an inviter and its effect. */
  ringNoticeDays: 14,
  /** Number of people in the ranking. */
  ranked: 100,
  /** Number of supporters shown on a profile. */
  shownSupporters: 3,
} as const

/** Measured by `npm run bench rings`, for groups of up to `wallets` wallets of one owner and in sparse networks. */
export const TRUST_MEASURED = {
  wallets: 100,
  /** Largest share of Trust held, relative to what honest people carry in and to what quiet wallets would hold. */
  ofCarried: 1,
  ofQuiet: 1.09,
  /** AP that such a ring makes by paying in a circle once. */
  ringAp: 100_000,
  /** Assumed price of a place, in USDC. */
  bribeUsdc: 5,
  /** A bought place on its first day and once it is ripe, of the median person's Trust; at most, over all networks. */
  boughtFirstDay: 0,
  bought: 0.015,
  /** The same of a seed's place. */
  boughtOfSeed: 2,
  /** Accounts for a USDC that get a point of Trust from a bought place, and at most. */
  accountsPerUsdc: 0.3,
  maxAccountsPerUsdc: 2.2,
} as const
