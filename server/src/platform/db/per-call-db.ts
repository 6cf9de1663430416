import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'
import { type Gate, gatedDb, gateFor } from './limited-db.ts'

const WAIT_MS = 5_000
/** SQLSTATE configuration_limit_exceeded, an outage to callers. */
const LIMIT_EXCEEDED = '53400'

const currentCall = new AsyncLocalStorage<string | undefined>()

export const inCall = <T>(call: string, work: () => T): T => currentCall.run(call, work)

/** Runs work that serves several calls and is charged to none. */
export const outsideCalls = <T>(work: () => T): T => currentCall.run(undefined, work)

/** Limits each call to a quarter of `connections`. Its callers get an outage after `waitMs`. */
export function perCallDb(db: Db, connections: number, waitMs = WAIT_MS): Db {
  const gates = new Map<string, Gate>()
  const tooLate = () =>
    Object.assign(new Error('all connections that this call may use are taken'), { code: LIMIT_EXCEEDED })
  const waiting = () => [...gates.values()].reduce((sum, gate) => sum + gate.waiting(), 0)
  const gateOfCall = () => {
    const call = currentCall.getStore()
    if (call === undefined) return undefined
    let gate = gates.get(call)
    if (!gate) {
      gate = gateFor(Math.max(1, Math.floor(connections / 4)), { waitMs, tooLate })
      gates.set(call, gate)
    }
    return gate
  }
  return gatedDb(db, gateOfCall, waiting)
}
