import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'

/** Lets so many in at once; others wait their turn, and fail where that takes too long. */
export type Gate = <T>(use: () => Promise<T>) => Promise<T>

/**
 * Returns a gate that lets at most `most` in at once, the rest in the order they came. Whoever has waited for `waitMs` gets
 * `tooLate()` thrown; without it they wait as long as it takes.
 */
export function gateFor(most: number, late?: { waitMs: number; tooLate: () => Error }): Gate {
  const waiting: (() => void)[] = []
  let taken = 0

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const timer =
        late &&
        setTimeout(() => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(late.tooLate())
        }, late.waitMs)
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(enter)
    })

  return async (use) => {
    if (taken < most) taken++
    else await turn()
    try {
      return await use()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}

/** Returns a view of a database whose every use passes the gate that `gate` names at that moment, if any. */
export function gatedDb(db: Db, gate: () => Gate | undefined): Db {
  // Inside a transaction the outer Db refuses to be used; waiting for a turn there would hide that, and never end.
  const inside = new AsyncLocalStorage<true>()
  const inTurn: Gate = (use) => {
    const passed = inside.getStore() ? undefined : gate()
    return passed ? passed(use) : use()
  }
  return {
    ...db,
    query: (text, values) => inTurn(() => db.query(text, values)),
    tx: (work) => inTurn(() => db.tx((tx) => inside.run(true, () => work(tx)))),
  }
}

/** Returns a view of a database that uses at most `most` of its connections at once; further calls wait their turn. */
export function limitedDb(db: Db, most: number): Db {
  const gate = gateFor(most)
  return gatedDb(db, () => gate)
}
