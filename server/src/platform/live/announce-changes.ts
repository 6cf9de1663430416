import type { Db } from '../db/db.ts'
import { openBus } from './bus.ts'
import type { Live } from './live.ts'

/** Publishes the changes of programs without clients. Returns a function that stops once everything is sent. */
export function announceChanges(db: Db, live: Live): () => Promise<void> {
  const bus = openBus(db)
  live.onChange((topic) => bus.post('changed', topic))
  return () => bus.close()
}
