/** Notifications. This file imports nothing, so any page can use it. */
export const NOTIFICATION_RULES = {
  /** Number of newest notifications shown. */
  listed: 100,
  /** Retention once read, and otherwise. */
  readDays: 90,
  days: 365,
} as const
