import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'

/** Returns a view of a database that uses at most `most` of its connections at once; further calls wait their turn. */
export function limitedDb(db: Db, most: number): Db {
  const waiting: (() => void)[] = []
  let taken = 0
  // Inside a transaction the outer Db refuses to be used; waiting for a turn there would hide that, and never end.
  const inside = new AsyncLocalStorage<true>()

  async function inTurn<T>(use: () => Promise<T>): Promise<T> {
    if (inside.getStore()) return use()
    if (taken < most) taken++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await use()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }

  return {
    ...db,
    query: (text, values) => inTurn(() => db.query(text, values)),
    tx: (work) => inTurn(() => db.tx((tx) => inside.run(true, () => work(tx)))),
  }
}
