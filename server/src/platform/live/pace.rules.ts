export interface Pace {
  /** Minimum interval of a topic's updates, with few watchers. */
  fastestMs: number
  /** Interval with the most watchers. */
  slowestMs: number
  /** Messages per process, over all watchers of a topic. */
  messagesPerS: number
  /** Reads per process that a change may trigger. */
  readsPerS: number
}

/** Returns the interval of updates, which grows with the number of watchers within the bounds. */
export function paceMs(watchers: number, { fastestMs, slowestMs, messagesPerS }: Pace): number {
  return Math.min(slowestMs, Math.max(fastestMs, Math.ceil((watchers / messagesPerS) * 1_000)))
}

/** Shorter jitter isn't worth it. */
const MIN_SPREAD_MS = 50

/** Returns the time over which watchers should spread their reads after a change; 0 for a few watchers. */
export function jitterMs(watchers: number, { readsPerS }: Pick<Pace, 'readsPerS'>): number {
  const ms = Math.ceil((watchers / readsPerS) * 1_000)
  return ms < MIN_SPREAD_MS ? 0 : ms
}

export interface ToldCount {
  count: number
  atMs: number
}

const SMALL_CROWD = 100
const SMALL_CHANGE = 0.01
const SOON_ENOUGH_MS = 5_000

/** Returns whether a count is news: any change with few viewers; with many, one percent or five seconds. */
export function isNews(told: ToldCount | undefined, now: ToldCount): boolean {
  if (!told || Math.max(told.count, now.count) <= SMALL_CROWD) return true
  const change = Math.abs(now.count - told.count)
  return change >= told.count * SMALL_CHANGE || now.atMs - told.atMs >= SOON_ENOUGH_MS
}
