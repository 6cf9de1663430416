import { outsideCalls } from './per-call-db.ts'

/** Reads many values at once, in the order of the keys; undefined where there is none. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>

/** Maximum keys per statement; further keys wait for the next. */
const MOST = 500

/**
 * Returns a loader that combines single reads into batches: keys requested while a read is under way join the next one.
 * A lone caller waits only for the event loop's next turn; concurrent callers share one statement. Nothing is cached:
 * every result comes from a statement that started after the request. The statement is counted against no call (see
 * `perCallDb`), because it serves several.
 */
export function batchLoader<Key, Value>(readMany: ReadMany<Key, Value>): (key: Key) => Promise<Value | undefined> {
  interface Waiting {
    key: Key
    resolve: (value: Value | undefined) => void
    reject: (error: unknown) => void
  }
  const queue: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST)
      try {
        const values = await readMany(batch.map(({ key }) => key))
        for (const [index, { resolve }] of batch.entries()) resolve(values[index])
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject })
      if (isRunning) return
      isRunning = true
      // Wait until this turn's other requests have been read from their sockets, so that they share the first
      // statement.
      setImmediate(() => void outsideCalls(run))
    })
}
