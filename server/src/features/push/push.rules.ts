const FIRST_RETRY_MS = 30_000

const LONGEST_WAIT_MS = 24 * 60 * 60_000

/** Returns the milliseconds to wait, at least as long as the service asked for; null to give up. */
export function retryMs(attempts: number, askedMs: number | null): number | null {
  if (attempts >= 5) return null
  return Math.max(FIRST_RETRY_MS * 4 ** (attempts - 1), Math.min(askedMs ?? 0, LONGEST_WAIT_MS))
}
