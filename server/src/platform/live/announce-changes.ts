import type { Db } from '../db/db.ts'
import { openBus } from './bus.ts'
import type { Live } from './live.ts'

/**
 * For a program that serves nobody itself: the servers on its database hear what it changes. Answers how to end it,
 * which waits until everything is told.
 */
export function announceChanges(db: Db, live: Live): () => Promise<void> {
  const bus = openBus(db)
  live.onChange((topic) => bus.post('changed', topic))
  return () => bus.close()
}
