import { useNow } from './use-now.ts'

export interface RoundTrip {
  /** Arrival of the response by this machine's clock. */
  cameMs: number
  tookMs: number
}

interface Sample {
  /** The server's clock minus this browser's. */
  aheadMs: number
  uncertaintyMs: number
  /** Time of the sample by `performance.now()`. */
  takenMs: number
}

/** Two clocks drift apart by less than a thousandth, so an old sample gradually loses to a new one. */
const DRIFT = 0.001

/** This machine's clock is assumed right within half a second until a response shows otherwise. */
let known: Sample = { aheadMs: 0, uncertaintyMs: 500, takenMs: 0 }

/**
 * Records the server time of a response, or of the first entry of a list. The server read its clock at some moment of
 * the round trip, so half of it is the uncertainty. Reading the time when the data is rendered would be wrong: the data
 * may come from the cache, or from a live update that carries no time.
 */
export function noteServerTimeOf(answer: unknown, { cameMs, tookMs }: RoundTrip): void {
  const teller: unknown = Array.isArray(answer) ? answer[0] : answer
  if (typeof teller !== 'object' || teller === null) return
  const { serverTime } = teller as { serverTime?: unknown }
  if (typeof serverTime !== 'string' || Number.isNaN(Date.parse(serverTime))) return
  const uncertaintyMs = tookMs / 2
  const aheadMs = Math.round(Date.parse(serverTime) - (cameMs - uncertaintyMs))
  known = better(known, { aheadMs, uncertaintyMs, takenMs: performance.now() })
}

function better(before: Sample, next: Sample): Sample {
  const beforeMs = before.uncertaintyMs + DRIFT * (next.takenMs - before.takenMs)
  const isClockSet = Math.abs(next.aheadMs - before.aheadMs) > beforeMs + next.uncertaintyMs
  return isClockSet || next.uncertaintyMs < beforeMs ? next : before
}

/** Returns the server's time, every `everyMs`, whatever this machine's clock says. Null stops it. */
export const useServerNow = (everyMs: number | null): number => useNow(everyMs) + known.aheadMs

export const serverNow = (): number => Date.now() + known.aheadMs
