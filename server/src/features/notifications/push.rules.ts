const FIRST_RETRY_MS = 30_000

/** A service that wants to be left alone for longer gets the message then: by that time it is old anyway. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

/**
 * How long a message waits after so many failures, and at least as long as its service asked for; null when it is given
 * up.
 */
export function retryMs(attempts: number, askedMs: number | null): number | null {
  if (attempts >= 5) return null
  return Math.max(FIRST_RETRY_MS * 4 ** (attempts - 1), Math.min(askedMs ?? 0, LONGEST_WAIT_MS))
}
