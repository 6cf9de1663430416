import type { StreakCalendar } from '@aura/api/calls/streak'
import { levelOfStreak } from '@aura/api/levels'
import { isSameTimeZone } from '#lib/time/time-zones'
import { calendarFormat, timesIn } from '#lib/time/times'

export type CalendarDay = StreakCalendar['days'][number]
export type DayLesson = CalendarDay['lessons'][number]

const longText = calendarFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayText = calendarFormat({ weekday: 'long' })
const monthText = calendarFormat({ month: 'long', year: 'numeric' })
const monthNameText = calendarFormat({ month: 'long' })
const SHORT_PARTS = [
  calendarFormat({ weekday: 'short' }),
  calendarFormat({ day: 'numeric' }),
  calendarFormat({ month: 'short' }),
]

export const longDay = (day: string): string => longText(day).replace(',', '')
export const weekdayOf = (day: string): string => weekdayText(day)
/** Returns a text such as 'Fri 14 Nov'. */
export const shortDay = (day: string): string => SHORT_PARTS.map((part) => part(day).slice(0, 3)).join(' ')
export const monthTitle = (month: string): string => monthText(`${month}-01`)
export const monthName = (month: string): string => monthNameText(`${month}-01`)

export function monthFrom(month: string, later: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + later, 1)).toISOString().slice(0, 7)
}

export const paidOn = ({ lessons }: CalendarDay): number => lessons.reduce((sum, { auraEarned }) => sum + auraEarned, 0)

export const timeOf = ({ at, timeZone }: DayLesson, zoneNow: string): string =>
  `${timesIn(timeZone).time(at)}${isSameTimeZone(timeZone, zoneNow) ? '' : ` in ${timeZone.replaceAll('_', ' ')}`}`

export const LESSON_GONE = 'A retired lesson'

export function dayLabel(day: CalendarDay, today: string): string {
  const parts = [longDay(day.day)]
  if (day.day === today) parts.push('today')
  if (day.state === 'rested') parts.push('rested')
  if (day.state === 'missed') parts.push('missed')
  if (day.state === 'won-back') parts.push('won back')
  if (day.state === 'skipped') parts.push('skipped by a change of time zone')
  if (day.streakDay !== null) {
    parts.push(`day ${day.streakDay}, ${levelOfStreak(day.streakDay).name}`)
    if (day.state === 'earlier') parts.push('of an earlier streak')
    const [reviews, lessons] = [true, false].map((is) => day.lessons.filter(({ review }) => review === is).length)
    if (lessons) parts.push(lessons === 1 ? '1 lesson' : `${lessons} lessons`)
    if (reviews) parts.push(reviews === 1 ? '1 review' : `${reviews} reviews`)
    parts.push(`${paidOn(day)} AP`)
  }
  return parts.join(', ')
}

export function dayNote(day: CalendarDay, today: string): string {
  const { lessons, state } = day
  if (state === 'missed') return 'No lesson on this day, so the streak before it ended.'
  if (state === 'won-back' && lessons.length === 0)
    return 'Missed, but the streak was won back. It did not grow on this day.'
  if (state === 'rested') return 'A rest day covered this day. The streak held and did not grow.'
  if (state === 'skipped') return 'A change of time zone skipped this day. It doesn’t count as missed.'
  if (lessons.length === 0) {
    return day.day === today ? 'Nothing yet today. Your first lesson lights today’s line.' : 'Nothing on this day.'
  }
  const [first, ...later] = lessons
  const others = later.filter(({ wonBack }) => !wonBack)
  const rest = others.length === 1 ? 'The other one' : 'The others'
  const paid = others.some(({ auraEarned }) => auraEarned > 0)
  const unchanged = others.length === 0 ? '' : ` ${rest} ${paid ? 'paid AP and ' : ''}didn’t change the streak.`
  if (first?.wonBack) return `A review won the streak back and lit the line.${unchanged}`
  const alone = first?.review ? 'This day’s review' : 'This day’s lesson'
  const lit = others.length === 0 || first?.review ? alone : 'The first lesson of the day'
  const wonBack = later.length > others.length ? ', and a later review won the streak back' : ''
  return `${lit} lit the line${wonBack}.${unchanged}`
}

/** Returns the day selected at first: today if it has entries, else the latest day with lessons, else today. */
export function firstSelected({ days, today, month }: StreakCalendar): string | null {
  const inMonth = days.filter(({ day }) => day.startsWith(month))
  const learned = inMonth.filter(({ lessons }) => lessons.length > 0)
  return learned.at(-1)?.day ?? inMonth.find(({ day }) => day === today)?.day ?? null
}
