/** How long notifications are kept. This file imports nothing, so any page can use it. */
export const NOTIFICATION_RULES = {
  /** Once read. */
  readDays: 90,
  days: 365,
} as const
