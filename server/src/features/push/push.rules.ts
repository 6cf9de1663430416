/** Messages under way at once: in all, to a push service, and to a person. */
export const PUSHES_AT_ONCE = { all: 32, host: 16, person: 2 }

/** RFC 8030: a sleeping phone wakes for `high`, and may leave `low` until it charges or has Wi-Fi. */
export type Urgency = 'low' | 'normal' | 'high'

/** How a kind of notification is pushed: `normal`, and given up after a day, unless it says otherwise. */
export interface PushKind {
  readonly urgency?: Urgency
  /** Hours after which it is no longer sent. */
  readonly hours?: number
}

const USUAL_HOURS = 24

/** Returns when a message is no longer sent. */
export const lapsesAt = (sentAt: Date, { hours = USUAL_HOURS }: PushKind): Date =>
  new Date(sentAt.getTime() + hours * 60 * 60_000)

const FIRST_RETRY_MS = 30_000

const LONGEST_WAIT_MS = 24 * 60 * 60_000

/** Returns the milliseconds to wait, at least as long as the service asked for; null to give up. */
export function retryMs(attempts: number, askedMs: number | null): number | null {
  if (attempts >= 5) return null
  return Math.max(FIRST_RETRY_MS * 4 ** (attempts - 1), Math.min(askedMs ?? 0, LONGEST_WAIT_MS))
}
