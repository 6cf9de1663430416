import { outsideCalls } from './per-call-db.ts'

/** Must return values in the order of the keys, undefined for missing ones. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>

const MAX_BATCH = 500

/**
 * Combines single reads into batches: keys requested during a read join the next one, and a lone caller waits only for
 * the next turn of the event loop. Nothing is cached: each result comes from a statement started after the request. No
 * call is charged for the statement (see `perCallDb`), because it serves several.
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
      const batch = queue.splice(0, MAX_BATCH)
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
      // Lets this turn's other requests arrive, so that they share the first statement.
      setImmediate(() => void outsideCalls(run))
    })
}
