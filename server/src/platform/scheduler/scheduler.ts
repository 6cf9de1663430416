import { within } from '#platform/within'

/** A job that runs at times of its own, such as the ends of battles. */
export interface ScheduledJob {
  /** Processes a batch of due items, the oldest first. Returns whether there may be more. */
  runBatch(): Promise<boolean>
  /** Returns the milliseconds until the next item is due, by the database's clock; null when there is none. */
  msUntilNextRun(): Promise<number | null>
  /** Resolves when no work started by `runBatch` is under way; for jobs that don't wait for all they start. */
  finish?(): Promise<void>
}

/** A job with its name in logs. */
export interface NamedWork extends ScheduledJob {
  readonly name: string
}

interface SchedulerOptions {
  /** Called with each failure and its job. The job is retried. */
  onError: (error: unknown, kind: string) => void
  /** Maximum batches and duration before a job pauses. */
  round?: { batches: number; ms: number }
  /** Longer batches are reported. */
  slowMs?: number
  /** How long stopping waits for running batches. */
  graceMs?: number
}

/** Nothing wakes a sleeping job: it checks again after at most this long. */
const LONGEST_SLEEP_MS = 500
/** The item is due but another server has it: polling at once would only load the database. */
const SHORTEST_SLEEP_MS = 20
/** Maximum back-off of a failing job. */
const LONGEST_BACK_OFF_MS = 2_000

/**
 * Runs jobs when they are due until stopped. Each job has its own loop, so a stuck or failing one never delays the
 * others. Several servers may run the same jobs at once. Returns a function that stops them: it resolves when running
 * batches have finished, or after `graceMs`.
 */
export function startScheduler(
  works: readonly NamedWork[],
  { onError, round = { batches: 50, ms: 5_000 }, slowMs = 30_000, graceMs = 5_000 }: SchedulerOptions,
): () => Promise<void> {
  const loops = works.map((work) => loopOf(work, { onError, round, slowMs }))
  return async () => {
    await within(graceMs, Promise.all(loops.map((stop) => stop())))
  }
}

function loopOf(
  work: NamedWork,
  { onError, round, slowMs }: Required<Pick<SchedulerOptions, 'onError' | 'round' | 'slowMs'>>,
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
