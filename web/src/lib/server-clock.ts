import { useNow } from './use-now.ts'

/** Less than this is the way of the answer, not a wrong clock. */
const NOTEWORTHY_MS = 500

/** The server's clock, less this one. */
let aheadMs = 0

/** Takes note of what the server's clock said just now. */
export function noteServerTime(serverTime: string): void {
  const measuredMs = Date.parse(serverTime) - Date.now()
  if (Math.abs(measuredMs - aheadMs) > NOTEWORTHY_MS) aheadMs = measuredMs
}

/** The time by the server's clock, told again every `everyMs`; a wrong clock here changes nothing. Null stops it. */
export const useServerNow = (everyMs: number | null): number => useNow(everyMs) + aheadMs

/** The same, once. */
export const serverNow = (): number => Date.now() + aheadMs
