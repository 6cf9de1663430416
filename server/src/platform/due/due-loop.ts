/** Something whose moments come by themselves, such as the end of a battle. */
export interface DueWork {
  /** Does some of what is due, the oldest first; answers whether there was any. */
  doSome(): Promise<boolean>
  /** Milliseconds until something is due, by the database's clock; null when nothing is. */
  msUntilNext(): Promise<number | null>
}

/** Nobody tells a sleeping loop of something new: it looks again after this long at the latest. */
const LONGEST_SLEEP_MS = 500
/** Due, but somebody else has it: looking again at once would only keep the database busy. */
const SHORTEST_SLEEP_MS = 20

/**
 * Does what falls due at its moment, in this process and for as long as it runs; several servers may each have a loop.
 * Asleep in between. Failures are told and tried again. Answers how to stop: what is under way is finished first.
 */
export function startDueLoop(works: readonly DueWork[], onError: (error: unknown) => void): () => Promise<void> {
  let isStopping = false
  let wake = () => {}

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function round(): Promise<number> {
    let restMs = LONGEST_SLEEP_MS
    for (const work of works) {
      try {
        while (!isStopping && (await work.doSome()));
        if (!isStopping) restMs = Math.min(restMs, (await work.msUntilNext()) ?? LONGEST_SLEEP_MS)
      } catch (error) {
        onError(error)
      }
    }
    return Math.max(restMs, SHORTEST_SLEEP_MS)
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const restMs = await round()
      if (!isStopping) await sleep(restMs)
    }
  }

  const ended = run()
  return () => {
    isStopping = true
    wake()
    return ended
  }
}
