/** Places, which people take to stand by others. This file imports nothing, so any page can use it. */
export const STANDING_RULES = {
  /** Number of people whom one person can stand by, and a seed of Trust. */
  places: 10,
  seedPlaces: 50,
  lineLength: 80,
  /** Number of people shown who stand by a person. */
  shown: 100,
} as const
