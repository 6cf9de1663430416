import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'

export type Gate = <T>(use: () => Promise<T>) => Promise<T>

/** Admits `max` callers in order. Throws `tooLate()` after `waitMs`; without `late` callers wait indefinitely. */
export function gateFor(max: number, late?: { waitMs: number; tooLate: () => Error }): Gate {
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
    if (taken < max) taken++
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

/** Each call passes the gate that `gate` returns at that moment, if any. */
export function gatedDb(db: Db, gate: () => Gate | undefined): Db {
  // The outer Db rejects use inside a transaction; waiting for a slot here would deadlock and hide that.
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

export function limitedDb(db: Db, max: number): Db {
  const gate = gateFor(max)
  return gatedDb(db, () => gate)
}
