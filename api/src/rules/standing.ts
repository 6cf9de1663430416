/** Places; their number is part of Trust's formula. This file imports nothing, so any page can use it. */
export const STANDING_RULES = {
  lineLength: 80,
  /** Number of people listed at a time who stand by a person. */
  page: 50,
} as const
