import { offsetMs } from '#lib/time/time-zones'

/** What a date and a time mean on the clocks of a zone. */
export type ZonedTime =
  /** No date, or no time. */
  | { kind: 'none' }
  /** The clocks go forward past it. */
  | { kind: 'skipped' }
  | { kind: 'once'; atMs: number }
  /** The clocks go back and show it again; `atMs` is the first of both. */
  | { kind: 'twice'; atMs: number }

const DAY_MS = 86_400_000

/** Returns the moment at which clocks of a zone show a date ('YYYY-MM-DD') and a time ('HH:MM'). */
export function zonedTime(date: string, time: string, timeZone: string): ZonedTime {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(asUtc)) return { kind: 'none' }
  const candidates = new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((ms) => asUtc - offsetMs(ms, timeZone)))
  const exact = [...candidates].filter((ms) => ms + offsetMs(ms, timeZone) === asUtc)
  if (exact.length === 0) return { kind: 'skipped' }
  return { kind: exact.length > 1 ? 'twice' : 'once', atMs: Math.min(...exact) }
}

/** The date that clocks of a zone show at a moment, as 'YYYY-MM-DD'. */
export const zonedDate = (atMs: number, timeZone: string): string =>
  new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 10)
