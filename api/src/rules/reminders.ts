/** Rules of reminders that people are told. This file imports nothing, so any page can use it. */
export const REMINDER_RULES = {
  /** Hours of the person's own day at which reminders may be sent, inclusive. */
  firstHour: 7,
  lastHour: 21,
  /** Last call: hours before local midnight, and the shortest streak that gets it. */
  lastCallHours: 2,
  lastCallStreak: 3,
  /** Number of recent learning days the usual hour is computed from. */
  learningDays: 14,
  /** Days of absence after which reminders stop. */
  awayDays: 14,
} as const
