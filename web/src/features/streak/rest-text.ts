import type { StreakCalendar } from '@aura/api/calls/streak'
import { longDay, weekdayOf } from './calendar-text.ts'

const DAY_MS = 86_400_000
/** A weekday name is clear only within the past week. */
const WEEK_DAYS = 7

/** Returns "Your 12-day run ended on Tuesday. Your best is 12." Null while a run is live, and before the first. */
export function endedText({ ended, today, longestStreak }: StreakCalendar): string | null {
  if (!ended) return null
  const daysAgo = (Date.parse(today) - Date.parse(ended.on)) / DAY_MS
  const when = daysAgo < WEEK_DAYS ? weekdayOf(ended.on) : longDay(ended.on)
  return `Your ${ended.days}-day run ended on ${when}. Your best is ${longestStreak}.`
}

/** Returns "You can win your 23-day streak back until Friday." Null if none can be. */
export function winBackText({ winBack, today }: Pick<StreakCalendar, 'winBack' | 'today'>): string | null {
  if (!winBack) return null
  const streak = `your ${winBack.days}-day streak`
  return winBack.until === today
    ? `Today is the last day to win ${streak} back.`
    : `You can win ${streak} back until ${weekdayOf(winBack.until)}.`
}

const DIGITS = ['no', 'one', 'two', 'three']

export const keptText = ({ kept }: Pick<StreakCalendar['rest'], 'kept'>): string =>
  `${DIGITS[kept] ?? kept} rest ${kept === 1 ? 'day' : 'days'} kept`

export function nextRestText({ kept, mostKept, progress, earnedBy }: StreakCalendar['rest']): string {
  if (kept >= mostKept) return 'That is the most you can keep. A missed day uses one automatically.'
  const left = earnedBy - progress
  const days = left === 1 ? '1 more day' : `${left} more days`
  return `${days} of your streak with a review or all lessons of the day ${left === 1 ? 'earns' : 'earn'} ${kept === 0 ? 'one' : 'another'}.`
}
