import { within } from '#platform/within'

/** A kind of work whose moments come by themselves, such as the ends of battles. */
export interface ScheduledJob {
  /** Does some of what is due, the oldest first. Returns whether there may be more. */
  runBatch(): Promise<boolean>
  /** Returns the milliseconds until something is due, by the database's clock; null when nothing is. */
  msUntilNextRun(): Promise<number | null>
  /** Resolves when nothing that `runBatch` started is still under way; for kinds that don't wait for all they start. */
  finish?(): Promise<void>
}

/** A kind under the name it has in logs. */
export interface NamedWork extends ScheduledJob {
  readonly name: string
}

interface DueLoopOptions {
  /** Hears of failures, each with the kind that failed. The kind is tried again. */
  onError: (error: unknown, kind: string) => void
  /** Batches a kind does before it pauses, and how long it goes on at most. */
  round?: { batches: number; ms: number }
  /** A batch that takes longer is reported. */
  slowMs?: number
  /** How long stopping waits for what is under way. */
  graceMs?: number
}

/** Nothing wakes a sleeping kind: it looks again after this long at the latest. */
const LONGEST_SLEEP_MS = 500
/** Due, but another server has it: looking again at once would only keep the database busy. */
const SHORTEST_SLEEP_MS = 20
/** A kind that fails pauses for longer each time, up to this. */
const LONGEST_BACK_OFF_MS = 2_000

/**
 * Does what falls due at its moment for as long as this process runs. Each kind has a loop of its own, so none waits for
 * another, whatever the other is stuck in or fails at. Several servers may do the same kinds at once. Returns how to
 * stop: it resolves when what is under way is finished, or after `graceMs`.
 */
export function startDueLoop(
  works: readonly NamedWork[],
  { onError, round = { batches: 50, ms: 5_000 }, slowMs = 30_000, graceMs = 5_000 }: DueLoopOptions,
): () => Promise<void> {
  const loops = works.map((work) => loopOf(work, { onError, round, slowMs }))
  return async () => {
    await within(graceMs, Promise.all(loops.map((stop) => stop())))
  }
}

function loopOf(
  work: NamedWork,
  { onError, round, slowMs }: Required<Pick<DueLoopOptions, 'onError' | 'round' | 'slowMs'>>,
): () => Promise<void> {
  let isStopping = false
  let failures = 0
  let wake = () => {}

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function batch(): Promise<boolean> {
    const timer = setTimeout(() => onError(new Error(`a batch has taken ${slowMs} ms so far`), work.name), slowMs)
    try {
      return await work.runBatch()
    } finally {
      clearTimeout(timer)
    }
  }

  /** Returns how long to sleep afterwards. */
  async function doRound(): Promise<number> {
    try {
      const endMs = performance.now() + round.ms
      let hasMore = true
      for (let done = 0; hasMore && done < round.batches && performance.now() < endMs && !isStopping; done++) {
        hasMore = await batch()
      }
      const restMs = hasMore || isStopping ? 0 : ((await work.msUntilNextRun()) ?? LONGEST_SLEEP_MS)
      failures = 0
      return Math.min(Math.max(restMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS)
    } catch (error) {
      onError(error, work.name)
      failures++
      return Math.min(100 * 2 ** (failures - 1), LONGEST_BACK_OFF_MS)
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const restMs = await doRound()
      if (!isStopping) await sleep(restMs)
    }
    await work.finish?.()
  }

  const ended = run()
  return () => {
    isStopping = true
    wake()
    return ended
  }
}
