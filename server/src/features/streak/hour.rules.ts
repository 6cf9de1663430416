import type { Day } from '@aura/api/day'
import { dayNumber } from './day.rules.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Returns the time that clocks in the zone show, to the minute, as if they showed UTC. */
function shownMs(ms: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    // The locale sv-SE writes YYYY-MM-DD HH:MM.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timeZone, clock)
  }
  return Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`)
}

/** Returns the hour from 0 to 23, as clocks in the zone show it. */
export const hourOf = (at: Date, timeZone: string): number => new Date(shownMs(at.getTime(), timeZone)).getUTCHours()

/** Returns the first moment at which clocks show this; if they skip it, the moment at which they do. */
function firstShown(wantedMs: number, timeZone: string): Date {
  const [before, after] = [-MS_PER_DAY, MS_PER_DAY].map((ms) => {
    const near = wantedMs + ms
    return wantedMs - (shownMs(near, timeZone) - near)
  }) as [number, number]
  const found = [before, after].filter((ms) => shownMs(ms, timeZone) === wantedMs)
  return new Date(found.length > 0 ? Math.min(...found) : before)
}

/** Returns the first moment of a calendar day of the zone. */
export const dayStartsAt = (day: Day, timeZone: string): Date => firstShown(dayNumber(day) * MS_PER_DAY, timeZone)

/** Returns the first moment of the day at which clocks show the hour. */
export const hourStartsAt = (day: Day, hour: number, timeZone: string): Date =>
  firstShown(dayNumber(day) * MS_PER_DAY + hour * MS_PER_HOUR, timeZone)
