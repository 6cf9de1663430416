/** Positions are bytes of the write-ahead log, times are milliseconds of this process's steady clock. */
export interface Sample {
  atMs: number
  /** Includes every commit acknowledged before `atMs`. */
  flushed: number
}

export interface Replay {
  /** The replica has every commit acknowledged before this time; -Infinity if that isn't known of any. */
  caughtUpAtMs: number
  /** Not replayed yet, oldest first. */
  waiting: readonly Sample[]
  /** Null before the first check. */
  replayed: number | null
}

export const UNKNOWN: Replay = { caughtUpAtMs: Number.NEGATIVE_INFINITY, waiting: [], replayed: null }

/** Half an hour of checks twice a second; a replica that is further behind only seems to be even later. */
const MAX_WAITING = 3_600

/** The replica has what the primary has not, so they don't share a history. */
export const isAhead = ({ replayed }: Replay, { flushed }: Sample): boolean => replayed !== null && flushed < replayed

/**
 * Returns what is known once the replica says that it has replayed up to `replayed`, asked after `sample` was taken. Only
 * this process's clock takes part, so neither clocks that differ nor an idle primary matter. The first check proves
 * nothing: only the primary's next position shows whether the replica is ahead of it.
 */
export function afterCheck(replay: Replay, sample: Sample, replayed: number): Replay {
  if (replay.replayed === null) return { ...UNKNOWN, replayed }
  if (isAhead(replay, sample)) return { ...UNKNOWN, replayed: replay.replayed }
  const before = replay.waiting.at(-1)?.flushed === sample.flushed ? replay.waiting.slice(0, -1) : replay.waiting
  const samples = [...before, sample]
  const reached = samples.filter(({ flushed }) => flushed <= replayed)
  return {
    caughtUpAtMs: reached.at(-1)?.atMs ?? replay.caughtUpAtMs,
    waiting: samples.slice(reached.length).slice(-MAX_WAITING),
    replayed,
  }
}

/** Returns the milliseconds of commits that a read at the replica may miss. */
export const lagMs = ({ caughtUpAtMs }: Replay, nowMs: number): number => nowMs - caughtUpAtMs
