import { createContext, useContext, useMemo } from 'react'
import { browserTimeZone, shownTimeZone } from './time-zones.ts'

type Moment = string | number | Date

/**
 * Formats instants in one time zone: `time` '14:05', `seconds` '14:05:09', `weekday` 'Mon', `dayOfYear` '9 Mar',
 * `day` '9 Mar 2026', `minute` '9 Mar 2026, 14:05'.
 */
export interface Times {
  zone: string
  time: (at: Moment) => string
  seconds: (at: Moment) => string
  weekday: (at: Moment) => string
  dayOfYear: (at: Moment) => string
  day: (at: Moment) => string
  minute: (at: Moment) => string
}

type Options = Intl.DateTimeFormatOptions
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const satisfies Options
const DAY_OF_YEAR = { day: 'numeric', month: 'short' } as const satisfies Options
const DAY = { ...DAY_OF_YEAR, year: 'numeric' } as const satisfies Options

/** Created on first use: it takes milliseconds, and most screens use few of them. */
function formatter(zone: string, options: Options) {
  let format: Intl.DateTimeFormat | undefined
  return (at: Moment) => {
    format ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    return format.format(new Date(at))
  }
}

const made = new Map<string, Times>()

/** Returns the formatter of a zone, or of UTC if this browser does not know the zone. */
export function timesIn(asked: string): Times {
  let times = made.get(asked)
  if (!times) {
    const zone = shownTimeZone(asked)
    times = {
      zone,
      time: formatter(zone, CLOCK),
      seconds: formatter(zone, { ...CLOCK, second: '2-digit' }),
      weekday: formatter(zone, { weekday: 'short' }),
      dayOfYear: formatter(zone, DAY_OF_YEAR),
      day: formatter(zone, DAY),
      minute: formatter(zone, { ...DAY, ...CLOCK }),
    }
    made.set(asked, times)
  }
  return times
}

export const ViewerTimeZone = createContext<string | null>(null)

/** Returns the viewer's formatter: in their profile's zone, or in the browser's for visitors. */
export function useTimes(): Times {
  const zone = useContext(ViewerTimeZone)
  // Asking the browser takes longer than most renderings.
  return useMemo(() => timesIn(zone ?? browserTimeZone() ?? 'UTC'), [zone])
}

export function calendarFormat(options: Options): (day: string) => string {
  const format = formatter('UTC', options)
  return (day) => format(`${day.slice(0, 10)}T00:00:00Z`)
}
