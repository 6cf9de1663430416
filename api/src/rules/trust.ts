/** The published formula of Trust. Changing any number makes a new version. This file imports nothing. */
export const TRUST_RULES = {
  version: 3,
  /** Trust is calculated in whole thousandths of a point. */
  unit: 1_000,
  /** In thousandths: what each seed hands out. */
  perSeed: 100_000_000,
  /** Of what reaches somebody, one part in so many is passed on. */
  passedPart: 11,
  /** A single supporter's part is passed on only but for one part in so many. */
  bridgePart: 4,
  /** The longest way Trust travels, in people. */
  steps: 8,
  /** A payment counts in full for so many days, then one of `fadeParts` less for every `fadeDays` begun. */
  freshDays: 180,
  fadeDays: 30,
  fadeParts: 24,
  /** Somebody who gave less than this in all, net, passes on in proportion; so does a seed. */
  floorUsdc: 10,
  seedFloorUsdc: 100,
  /** Of the people somebody invited, directly or over at most so many steps, the largest group of related accounts counts. */
  invitedSteps: 3,
  /** With more related accounts than this, the inviter gets this many parts of all, one for each of them. */
  ringFree: 2,
  /** People of the ranking. */
  ranked: 100,
  /** Supporters shown on a profile. */
  shownSupporters: 3,
} as const

/** Measured by `npm run bench rings` for groups of up to `wallets` wallets of one owner. */
export const TRUST_MEASURED = {
  wallets: 100,
  /** Most Trust held, as a part of what honest people carry in, and of what quiet wallets would hold. */
  ofCarried: 1,
  ofQuiet: 1.09,
  /** The AP that a ring of so many wallets makes by paying round once. */
  ringAp: 100_000,
} as const
