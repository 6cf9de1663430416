/** This file imports nothing, so any page can use it. */
export const PEOPLE_RULES = { profileRows: 50, bioLength: 160, links: 5, linkLength: 200, linkNameLength: 30 } as const
