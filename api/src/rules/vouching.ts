/** The terms of vouching as shown to people; the contract enforces them where it can. This file imports nothing. */
export const VOUCH_RULES = {
  apPerUsdc: 10,
  /** Minimum USDC of one vouch, maximum from one person to another. */
  minUsdc: 1,
  maxUsdc: 100,
  /** AP one person earns from vouches in a UTC day. */
  dailyAp: 2_000,
  wordsLength: 140,
} as const

/** Multiplier of vouches given at each level, as a decimal string. */
export const VOUCH_MULTIPLIERS = {
  clout: '1.0',
  attention: '1.3',
  dedicated: '1.5',
  grinder: '2.0',
  vader: '3.0',
} as const
