/** Rules of the weekly recap that people are told. This file imports nothing, so any page can use it. */
export const RECAP_RULES = {
  /** It comes on Monday at the hour of the daily reminder; at this one for people without an hour. */
  hour: 9,
  /** Whom no message reached on Monday gets it on one of so many days from Monday on, on which the dashboard has it too. */
  days: 3,
} as const

/** The best moment of a week is of the first of these kinds that happened. */
export const MOMENT_KINDS = ['first', 'finished', 'won', 'received', 'record', 'days', 'tried'] as const
export type MomentKind = (typeof MOMENT_KINDS)[number]
