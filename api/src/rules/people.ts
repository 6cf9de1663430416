/** This file imports nothing, so any page can use it. */
export const PEOPLE_RULES = {
  /** Rows of each list on a profile. */
  profileRows: 50,
} as const
