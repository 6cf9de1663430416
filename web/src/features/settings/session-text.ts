import type { Times } from '#lib/time/times'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns a name such as 'Safari on iPhone'. */
export function deviceName({ browser, system }: { browser: string | null; system: string | null }): string {
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown browser'
}

/** The server records use once an hour, so the text is no finer. */
export function lastUse(at: Date, now: Date, times: Times): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < 2 * HOUR) return 'Used in the last two hours'
  if (ageMs < DAY) return `Used ${Math.floor(ageMs / HOUR)} hours ago`
  if (ageMs < 2 * DAY) return 'Used yesterday'
  if (ageMs < 7 * DAY) return `Used ${Math.floor(ageMs / DAY)} days ago`
  return `Used on ${times.day(at)}`
}

export const lifeText = ({ createdAt, endsAt }: { createdAt: string; endsAt: string }, times: Times): string =>
  `Signed in ${times.day(createdAt)}, until ${times.day(endsAt)} at most`
