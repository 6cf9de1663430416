/** Limits of reports. This file imports nothing, so any page can use it. */
export const REPORT_RULES = {
  textLength: 500,
  /** Reports of one person that may wait for an admin. */
  open: 20,
} as const
