import type { Recap, RecapFigure } from '@aura/api/calls/recap'
import { calendarFormat } from '#lib/time/times'

const DAY_MS = 86_400_000
const dayText = calendarFormat({ day: 'numeric' })
const dayOfYear = calendarFormat({ day: 'numeric', month: 'long' })
const fullDay = calendarFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const weekdayText = calendarFormat({ weekday: 'long' })
const shortWeekday = calendarFormat({ weekday: 'short' })

/** Returns '2–8 March 2026', '30 March – 5 April 2026' or '28 December 2026 – 3 January 2027'. */
export function weekText(week: string, until: string): string {
  if (week.slice(0, 4) !== until.slice(0, 4)) return `${fullDay(week)} – ${fullDay(until)}`
  if (week.slice(0, 7) !== until.slice(0, 7)) return `${dayOfYear(week)} – ${fullDay(until)}`
  return `${dayText(week)}–${fullDay(until)}`
}

export const sundayOf = (monday: string): string =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * DAY_MS).toISOString().slice(0, 10)

export const mondayText = (day: string): string => `${weekdayText(day)}, ${dayOfYear(day)}`

export const dayName = (day: string): string => shortWeekday(day)

const STATES = {
  lit: 'lit',
  held: 'the streak was kept',
  dark: 'nothing',
} as const satisfies Record<Recap['days'][number]['state'], string>

/** Returns 'Monday: lit', for screen readers. */
export const dayLabel = ({ day, state }: Recap['days'][number]): string => `${weekdayText(day)}: ${STATES[state]}`

/** Returns '2 days lit, 3 battles'. */
export const figuresText = (figures: readonly Pick<RecapFigure, 'number' | 'words'>[]): string =>
  figures.map(({ number, words }) => `${number} ${words}`).join(', ')
