import type { StatusDay } from '@aura/api/calls/status'

export const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** Days that are shown; older ones are deleted. */
export const STATUS_DAYS = 90

export type RecordedDay = Omit<StatusDay, 'missing'>

export interface Recorder {
  /** First recorded minute, and the last. */
  since: Date
  minute: Date
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Returns every day from a part's first on, at most STATUS_DAYS, with its unrecorded minutes but the current one. Of a
 * part that came after the recorder, the first day has none: its first minute is not known.
 */
export function completeDays(recorded: readonly RecordedDay[], { since }: Recorder, now: Date): StatusDay[] {
  const today = Math.floor(now.getTime() / DAY_MS)
  const sinceDay = Math.floor(since.getTime() / DAY_MS)
  const partsFirst = recorded[0] ? Date.parse(recorded[0].day) / DAY_MS : sinceDay
  const first = Math.max(sinceDay, partsFirst, today - STATUS_DAYS + 1)
  const byDay = new Map(recorded.map((day) => [day.day, day]))
  const days: StatusDay[] = []
  for (let day = first; day <= today; day++) {
    const fromMs = Math.max(day * DAY_MS, since.getTime())
    const toMs = Math.min((day + 1) * DAY_MS, Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    const { up, degraded, down } = byDay.get(dayOf(day * DAY_MS)) ?? { up: 0, degraded: 0, down: 0 }
    const isPartNew = day === partsFirst && day > sinceDay
    const minutes = isPartNew ? 0 : Math.max(0, Math.floor((toMs - fromMs) / MINUTE_MS))
    days.push({ day: dayOf(day * DAY_MS), up, degraded, down, missing: Math.max(0, minutes - up - degraded - down) })
  }
  return days
}
