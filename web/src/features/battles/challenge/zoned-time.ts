import { offsetMs } from '#lib/time/time-zones'

export type ZonedTime =
  | { kind: 'none' }
  /** Skipped when clocks go forward. */
  | { kind: 'skipped' }
  | { kind: 'once'; atMs: number }
  /** Repeated when clocks go back; `atMs` is the first. */
  | { kind: 'twice'; atMs: number }

const DAY_MS = 86_400_000

/** Returns the moment of a local date ('YYYY-MM-DD') and time ('HH:MM') in a zone. */
export function zonedTime(date: string, time: string, timeZone: string): ZonedTime {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return { kind: 'none' }
  const candidates = new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((ms) => asUtc - offsetMs(ms, timeZone)))
  const exact = [...candidates].filter((ms) => ms + offsetMs(ms, timeZone) === asUtc)
  if (exact.length === 0) return { kind: 'skipped' }
  return { kind: exact.length > 1 ? 'twice' : 'once', atMs: Math.min(...exact) }
}

export const zonedDate = (atMs: number, timeZone: string): string =>
  new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10)
