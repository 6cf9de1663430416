/** Update intervals and their cost limits. */
export interface Pace {
  /** Minimum milliseconds between two updates of a topic, for a small crowd. */
  fastestMs: number
  /** The same for the largest crowd. */
  slowestMs: number
  /** Messages one process sends per second, over all watchers of a topic. */
  messagesPerS: number
  /** Reads per second a change may cause watchers to request from one process. */
  readsPerS: number
}

/** Returns the milliseconds between two updates of a topic: longer for larger crowds, within the bounds. */
export function paceMs(watchers: number, { fastestMs, slowestMs, messagesPerS }: Pace): number {
  return Math.min(slowestMs, Math.max(fastestMs, Math.ceil((watchers / messagesPerS) * 1_000)))
}

/** Below this, requests are few enough to need no jitter. */
const MIN_SPREAD_MS = 50

/** Returns the time over which a topic's watchers should spread their reads after a change; 0 for a few. */
export function jitterMs(watchers: number, { readsPerS }: Pick<Pace, 'readsPerS'>): number {
  const ms = Math.ceil((watchers / readsPerS) * 1_000)
  return ms < MIN_SPREAD_MS ? 0 : ms
}

/** A viewer count that was published, and when. */
export interface ToldCount {
  count: number
  atMs: number
}

const SMALL_CROWD = 100
const SMALL_CHANGE = 0.01
const SOON_ENOUGH_MS = 5_000

/**
 * Returns whether a viewer count is worth publishing. Among few viewers any arrival or departure is, even when they
 * cancel out, since watchers may have been shown the number in between. In a crowd a change of one percent is published
 * at once, smaller ones every five seconds.
 */
export function isNews(told: ToldCount | undefined, now: ToldCount): boolean {
  if (!told || Math.max(told.count, now.count) <= SMALL_CROWD) return true
  const change = Math.abs(now.count - told.count)
  return change >= told.count * SMALL_CHANGE || now.atMs - told.atMs >= SOON_ENOUGH_MS
}
