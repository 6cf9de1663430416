/** Notifications. This file imports nothing, so any page can use it. */
export const NOTIFICATION_RULES = {
  /** The newest that are shown. */
  listed: 100,
  /** How long they are kept once read, and at most. */
  readDays: 90,
  days: 365,
} as const
