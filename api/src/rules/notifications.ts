/** Notifications. This file imports nothing, so any page can use it. */
export const NOTIFICATION_RULES = {
  /** Number of newest notifications shown. */
  listed: 100,
  /** Newest security notices kept of each kind, and days that they stay on top once read. */
  securityKept: 3,
  securityOnTopDays: 7,
  /** Retention once read, and otherwise. */
  readDays: 90,
  days: 365,
} as const
