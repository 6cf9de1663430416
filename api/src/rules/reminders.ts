/** Rules of reminders that people are told. This file imports nothing, so any page can use it. */
export const REMINDER_RULES = {
  /** The hours at which somebody may be reminded, of their own day: from the first, up to and with the last. */
  firstHour: 7,
  lastHour: 21,
  /** A second one goes out so long before the person's midnight, for a streak of so many days. */
  lastCallHours: 2,
  lastCallStreak: 3,
  /** The usual hour is that of so many of the latest days with a lesson or review. */
  learningDays: 14,
  /** People who have been away for longer get no reminders. */
  awayDays: 14,
} as const
