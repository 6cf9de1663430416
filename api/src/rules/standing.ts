/** Places; their number is part of Trust's formula. This file imports nothing, so any page can use it. */
export const STANDING_RULES = {
  lineLength: 80,
  /** Number of people shown who stand by a person. */
  shown: 100,
  /** Places of a person that are looked at for that, newest first: those of givers whom Trust reaches before others. */
  explained: 500,
} as const
