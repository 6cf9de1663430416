import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'

export interface Gate {
  <T>(use: () => Promise<T>): Promise<T>
  waiting(): number
}

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

  async function gate<T>(use: () => Promise<T>): Promise<T> {
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
  return Object.assign(gate, { waiting: () => waiting.length })
}

/** Passes calls through the gate that `gate` returns, if any. `waiting` counts those at gates, too. */
export function gatedDb(db: Db, gate: () => Gate | undefined, waiting: () => number): Db {
  // The outer Db rejects use inside a transaction; waiting for a slot here would deadlock and hide that.
  const inside = new AsyncLocalStorage<true>()
  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const passed = inside.getStore() ? undefined : gate()
    return passed ? passed(use) : use()
  }
  const { connections } = db
  return {
    ...db,
    ...(connections && {
      connections() {
        const use = connections()
        return { ...use, waiting: use.waiting + waiting() }
      },
    }),
    query: (text, values) => inTurn(() => db.query(text, values)),
    tx: (work) => inTurn(() => db.tx((tx) => inside.run(true, () => work(tx)))),
  }
}

export function limitedDb(db: Db, max: number): Db {
  const gate = gateFor(max)
  return gatedDb(db, () => gate, gate.waiting)
}
