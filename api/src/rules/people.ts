/** This file imports nothing, so any page can use it. */
export const PEOPLE_RULES = { profileRows: 50 } as const
