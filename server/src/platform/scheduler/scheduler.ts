import { within } from '#platform/within'

export interface ScheduledJob {
  /** Processes due items, oldest first. Returns whether there may be more. */
  runBatch(): Promise<boolean>
  /** Returns the milliseconds until the next run by the database's clock; null if none is planned. */
  msUntilNextRun(): Promise<number | null>
  /** Longest sleep, by which a run planned meanwhile may be late: 500 ms by default. Long ones spare an idle server. */
  readonly maxSleepMs?: number
  /** Whether `runBatch` waits until `msUntilNextRun` is 0 or less, which is cheaper to ask. */
  readonly onlyWhenDue?: true
  /** For jobs that don't wait for what they start: resolves when nothing is running. */
  finish?(): Promise<void>
}

export interface NamedWork extends ScheduledJob {
  readonly name: string
}

export interface RoundOutcome {
  /** Milliseconds for which the job's most overdue item has been due. */
  lateMs: number
  /** Milliseconds within which the next round succeeds, unless it fails or hangs. */
  nextWithinMs: number
}

interface SchedulerOptions {
  onError: (error: unknown, kind: string) => void
  /** Called after each round that succeeded. */
  onRound?: (kind: string, round: RoundOutcome) => void
  /** Batches and milliseconds after which a job pauses. */
  round?: { batches: number; ms: number }
  slowMs?: number
  graceMs?: number
}

/** Longest sleep of a job, since nothing wakes it. */
const DEFAULT_MAX_SLEEP_MS = 500
/** Sleep of jobs whose result no user waits for, and of those with items planned far ahead. */
export const UNHURRIED_MS = 10_000
/** Sleep of jobs whose result is seen, but not waited for. */
export const SOON_MS = 2_000
/** Shortest sleep: if another server has the due item, polling at once would only load the database. */
const SHORTEST_SLEEP_MS = 20
const LONGEST_BACK_OFF_MS = 2_000

/**
 * Runs each job in its own loop, so that a stuck or failing one never delays the others. Several servers may run the
 * same jobs. Returns a function that stops them: it resolves when running batches have finished, or after `graceMs`.
 */
export function startScheduler(
  works: readonly NamedWork[],
  {
    onError,
    onRound = () => {},
    round = { batches: 50, ms: 5_000 },
    slowMs = 30_000,
    graceMs = 5_000,
  }: SchedulerOptions,
): () => Promise<void> {
  const loops = works.map((work) => loopOf(work, { onError, onRound, round, slowMs }))
  return async () => {
    await within(graceMs, Promise.all(loops.map((stop) => stop())))
  }
}

function loopOf(
  work: NamedWork,
  { onError, onRound, round, slowMs }: Required<Omit<SchedulerOptions, 'graceMs'>>,
): () => Promise<void> {
  const { maxSleepMs = DEFAULT_MAX_SLEEP_MS } = work
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

  async function doRound(): Promise<number> {
    try {
      const endMs = performance.now() + round.ms
      let nextMs = work.onlyWhenDue ? await work.msUntilNextRun() : 0
      const isDue = nextMs !== null && nextMs <= 0
      let hasMore = isDue
      for (let done = 0; hasMore && done < round.batches && performance.now() < endMs && !isStopping; done++) {
        hasMore = await batch()
      }
      if (isDue) nextMs = isStopping ? 0 : await work.msUntilNextRun()
      const untilDueMs = hasMore ? 0 : (nextMs ?? maxSleepMs)
      const restMs = Math.min(Math.max(untilDueMs, SHORTEST_SLEEP_MS), maxSleepMs)
      onRound(work.name, { lateMs: Math.max(0, -(nextMs ?? 0)), nextWithinMs: restMs + round.ms })
      failures = 0
      return restMs
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
