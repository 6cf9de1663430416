import { useNow } from './use-now.ts'

/** Smaller differences are network latency, not a wrong clock. */
const NOTEWORTHY_MS = 500

/** The server's clock minus this browser's. */
let aheadMs = 0

/**
 * Records the server time of a response, or of the first entry of a list, that came at `cameMs`. Reading it when the data is
 * rendered would be wrong: the data may come from the cache, or from a live update that carries no time.
 */
export function noteServerTimeOf(answer: unknown, cameMs = Date.now()): void {
  const teller: unknown = Array.isArray(answer) ? answer[0] : answer
  if (typeof teller !== 'object' || teller === null) return
  const { serverTime } = teller as { serverTime?: unknown }
  const measuredMs = typeof serverTime === 'string' ? Date.parse(serverTime) - cameMs : Number.NaN
  if (Math.abs(measuredMs - aheadMs) > NOTEWORTHY_MS) aheadMs = measuredMs
}

/**
 * Returns the server's time and refreshes it every `everyMs` milliseconds, whatever this machine's clock says. Null
 * stops it.
 */
export const useServerNow = (everyMs: number | null): number => useNow(everyMs) + aheadMs

/** Returns the server's time once. */
export const serverNow = (): number => Date.now() + aheadMs
