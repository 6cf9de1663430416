/** Rules of the weekly recap that people are told. This file imports nothing, so any page can use it. */
export const RECAP_RULES = {
  /** Hour of the recap on Monday for people without a reminder hour. */
  hour: 9,
  /** Days, from Monday, on which the message is retried and the dashboard shows the recap. */
  days: 3,
} as const

/** Kinds of a week's best moment, in order of precedence. */
export const MOMENT_KINDS = ['first', 'finished', 'won', 'received', 'record', 'days', 'tried'] as const
export type MomentKind = (typeof MOMENT_KINDS)[number]
