import type { Tx } from './db.ts'

/** Every later statement of the transaction sees the state of its first, whatever others commit, and none can write. */
export const readOneState = (tx: Tx) => tx.query('set transaction isolation level repeatable read, read only')
