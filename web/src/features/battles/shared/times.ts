import type { Times } from '#lib/time/times'

const NOT_SCHEDULED = 'Not scheduled'

const isMoment = (iso: string | null | undefined): iso is string => !Number.isNaN(Date.parse(iso ?? ''))

export const clockTime = (iso: string | null | undefined, times: Times): string =>
  isMoment(iso) ? times.time(iso) : NOT_SCHEDULED

/** Returns a text such as 'Fri 21 Nov'. */
export const dayName = (iso: string | null | undefined, times: Times): string =>
  isMoment(iso) ? `${times.weekday(iso)} ${times.dayOfYear(iso)}` : NOT_SCHEDULED

/** Beyond this, the day is shown instead of a countdown. */
const COUNTED_MS = 24 * 3_600_000

export const isNear = (iso: string, nowMs: number): boolean => Date.parse(iso) - nowMs < COUNTED_MS
