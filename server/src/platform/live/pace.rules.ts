/** How often watchers are told, and what that may cost. */
export interface Pace {
  /** Between two updates of one topic, for a small crowd. */
  fastestMs: number
  /** And for the largest. */
  slowestMs: number
  /** Updates one process hands out in a second, over all watchers of a topic. */
  messagesPerS: number
  /** Reads that watchers may be made to ask one process for in a second, because a topic has changed. */
  readsPerS: number
}

/** The time from one update of a topic to the next: the larger the crowd, the longer, within its bounds. */
export function paceMs(watchers: number, { fastestMs, slowestMs, messagesPerS }: Pace): number {
  return Math.min(slowestMs, Math.max(fastestMs, Math.ceil((watchers / messagesPerS) * 1_000)))
}

/** Less than this nobody needs to wait: so few come at one moment. */
const MIN_SPREAD_MS = 50

/** The time over which the watchers of a topic are to spread what they ask for when it changes; 0 for a few. */
export function jitterMs(watchers: number, { readsPerS }: Pick<Pace, 'readsPerS'>): number {
  const ms = Math.ceil((watchers / readsPerS) * 1_000)
  return ms < MIN_SPREAD_MS ? 0 : ms
}

/** A number of viewers that was told, and when. */
export interface ToldCount {
  count: number
  atMs: number
}

const SMALL_CROWD = 100
const SMALL_CHANGE = 0.01
const SOON_ENOUGH_MS = 5_000

/**
 * Whether it is news that somebody came or went since `told`. Among few it always is, even when as many came as went:
 * what watchers were shown in between may be another number. In a crowd somebody always comes or goes: a hundredth is
 * told at once, less than that every five seconds.
 */
export function isNews(told: ToldCount | undefined, now: ToldCount): boolean {
  if (!told || Math.max(told.count, now.count) <= SMALL_CROWD) return true
  const change = Math.abs(now.count - told.count)
  return change >= told.count * SMALL_CHANGE || now.atMs - told.atMs >= SOON_ENOUGH_MS
}
