import { useNow } from './use-now.ts'

/** Less than this is the way of the answer, not a wrong clock. */
const NOTEWORTHY_MS = 500

/** The server's clock, less this one. */
let aheadMs = 0

/**
 * Takes note of the server's time in an answer, or in the first entry of a list, as it arrives. Not later, when it is
 * shown: it may have lain in the cache, or have been brought up to date since by a live state that tells no time.
 */
export function noteServerTimeOf(answer: unknown): void {
  const teller: unknown = Array.isArray(answer) ? answer[0] : answer
  if (typeof teller !== 'object' || teller === null) return
  const { serverTime } = teller as { serverTime?: unknown }
  const measuredMs = typeof serverTime === 'string' ? Date.parse(serverTime) - Date.now() : Number.NaN
  if (Math.abs(measuredMs - aheadMs) > NOTEWORTHY_MS) aheadMs = measuredMs
}

/** The time by the server's clock, told again every `everyMs`; a wrong clock here changes nothing. Null stops it. */
export const useServerNow = (everyMs: number | null): number => useNow(everyMs) + aheadMs

/** The same, once. */
export const serverNow = (): number => Date.now() + aheadMs
