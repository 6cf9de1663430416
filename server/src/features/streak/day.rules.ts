import type { Day } from '@aura/api/day'

export interface DaySetting {
  timeZone: string
  /** The earliest day this user can be in: a change of time zone never goes back before it. */
  dayFloor: Day | null
}

/** The last result of a zone, cached because many requests ask for the same minute. */
interface Zone {
  format: Intl.DateTimeFormat
  minute: number
  day: Day
}

const zones = new Map<string, Zone>()
function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (!zone) {
    // The locale en-CA writes YYYY-MM-DD.
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    zone = { format, minute: Number.NaN, day: '' }
    zones.set(timeZone, zone)
  }
  return zone
}

const MS_PER_MINUTE = 60_000

/** Returns the local day. Days begin on a UTC minute, because no zone has had an offset in seconds since 1972. */
function localDay(at: Date, timeZone: string): Day {
  const zone = zoneOf(timeZone)
  const minute = Math.floor(at.getTime() / MS_PER_MINUTE)
  if (minute !== zone.minute) {
    zone.day = zone.format.format(at)
    zone.minute = minute
  }
  return zone.day
}

/** Resolves aliases. Returns null for unknown zones and for bare offsets, which have no daylight saving. */
export function canonicalTimeZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

export const timeZoneOrUtc = (name: string | undefined): string => canonicalTimeZone(name ?? '') ?? 'UTC'

export function dayOf(at: Date, { timeZone, dayFloor }: DaySetting): Day {
  const local = localDay(at, timeZone)
  return dayFloor !== null && local < dayFloor ? dayFloor : local
}

const MS_PER_DAY = 86_400_000
/** Longer than any calendar day, even across a clock change or the date line. */
const LONGEST_DAY_MS = 3 * MS_PER_DAY

export const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY)
export const dayFromNumber = (number: number): Day => new Date(number * MS_PER_DAY).toISOString().slice(0, 10)

const MAX_KNOWN_DAYS = 20_000
const knownDays = new Map<string, boolean>()

/** Returns whether a zone has this day: some skipped one when they moved across the date line. */
export function hasDay(timeZone: string, day: Day): boolean {
  const key = `${timeZone} ${day}`
  let has = knownDays.get(key)
  if (has === undefined) {
    // It is this day at noon UTC in zones from UTC-12 to UTC+11, and at midnight in those from UTC+0 on.
    const isAt = (hour: string) => localDay(new Date(`${day}T${hour}:00Z`), timeZone) === day
    has = isAt('12:00') || isAt('00:00')
    if (knownDays.size >= MAX_KNOWN_DAYS) knownDays.clear()
    knownDays.set(key, has)
  }
  return has
}

/** Returns the first moment of the next day, to the millisecond. */
export function dayEndsAt(at: Date, setting: DaySetting): Date {
  const today = dayOf(at, setting)
  let low = at.getTime()
  let high = low + LONGEST_DAY_MS
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayOf(new Date(middle), setting) === today) low = middle
    else high = middle
  }
  return new Date(high)
}
