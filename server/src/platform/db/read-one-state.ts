import type { Tx } from './db.ts'

/** Makes the transaction read-only and lets every later statement see the state of its first. */
export const readOneState = (tx: Tx) => tx.query('set transaction isolation level repeatable read, read only')
