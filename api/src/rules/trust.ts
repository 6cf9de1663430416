/** The published formula of Trust. Changing any number makes a new version. This file imports nothing. */
export const TRUST_RULES = {
  version: 3,
  /** Trust is calculated in whole thousandths of a point. */
  unit: 1_000,
  /** Thousandths of a point that each seed hands out. */
  perSeed: 100_000_000,
  /** Divisor of the received Trust a person passes on: 1/11. */
  passedPart: 11,
  /** Divisor of the cut on Trust from a single supporter, a quarter, before it is passed on. */
  bridgePart: 4,
  /** Longest path of Trust, in people. */
  steps: 8,
  /** Days in which a payment counts in full; then it loses one of `fadeParts` for every `fadeDays` begun. */
  freshDays: 180,
  fadeDays: 30,
  fadeParts: 24,
  /** A person who gave less than this in total, net, passes on in proportion; so does a seed. */
  floorUsdc: 10,
  seedFloorUsdc: 100,
  /** Depth of the invite tree searched for the largest group of related accounts. */
  invitedSteps: 3,
  /** With more related accounts than this, the inviter gets this many shares of all, one for each account. */
  ringFree: 2,
  /** Number of people in the ranking. */
  ranked: 100,
  /** Number of supporters shown on a profile. */
  shownSupporters: 3,
} as const

/** Measured by `npm run bench rings` for groups of up to `wallets` wallets of one owner. */
export const TRUST_MEASURED = {
  wallets: 100,
  /** Largest share of Trust held, relative to what honest people carry in and to what quiet wallets would hold. */
  ofCarried: 1,
  ofQuiet: 1.09,
  /** AP that such a ring makes by paying in a circle once. */
  ringAp: 100_000,
} as const
