import { outsideCalls } from './per-call-db.ts'

/** Reads many at once, in the order of the keys; undefined where there is nothing. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>

/** As many as one statement is asked for; a longer queue waits its turn. */
const MOST = 500

/**
 * Answers single reads by reading many at once: what is asked for while a read is under way goes into the next one.
 * Alone, a caller waits for nobody but the event loop's turn; in a crowd the database does one statement for all.
 * Nothing is cached: every answer comes from a statement that began after it was asked for. The statement counts as no
 * call's (see `perCallDb`): it serves several.
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
      // After this turn's other requests have been read from their sockets, so that they share the first statement.
      setImmediate(() => void outsideCalls(run))
    })
}
