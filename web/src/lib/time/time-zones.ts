function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Returns this browser's time zone, or undefined if it reports none, as with `Etc/Unknown`. */
export function browserTimeZone(): string | undefined {
  // Typed as always present, but some browsers omit it.
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isKnown(zone) ? zone : undefined
}

export const shownTimeZone = (zone: string | undefined): string => (zone && isKnown(zone) ? zone : 'UTC')

/** Returns whether two names are the same zone here, such as Asia/Kolkata and Asia/Calcutta. */
export function isSameTimeZone(one: string, other: string): boolean {
  const canonical = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  return one === other || (isKnown(one) && isKnown(other) && canonical(one) === canonical(other))
}

const CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const satisfies Intl.DateTimeFormatOptions

/** Creates a formatter; falls back on an error, since checking first would double a long list's time. */
function madeClock(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone: 'UTC' })
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = madeClock(zone)
    formats.set(zone, format)
  }
  return format
}

export function offsetMs(atMs: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(new Date(atMs))
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(atMs / 1_000) * 1_000
}

/** Returns a zone's offset from UTC at a moment, such as 'UTC+5:30'. */
export function offsetText(atMs: number, zone: string): string {
  const minutes = Math.round(offsetMs(atMs, zone) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
