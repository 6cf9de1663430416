import type { Db } from '../db/db.ts'
import { openBus } from './bus.ts'
import type { Live } from './live.ts'

/**
 * Publishes the changes of a program without clients to the servers on its database. Returns a function that stops it,
 * after everything has been sent.
 */
export function announceChanges(db: Db, live: Live): () => Promise<void> {
  const bus = openBus(db)
  live.onChange((topic) => bus.post('changed', topic))
  return () => bus.close()
}
