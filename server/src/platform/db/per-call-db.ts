import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'
import { type Gate, gatedDb, gateFor } from './limited-db.ts'

/** How long a call waits for those before it of the same kind; then it fails as an outage does. */
const WAIT_MS = 5_000
/** configuration_limit_exceeded: what the database says where a role has all the connections it may have. */
const LIMIT_EXCEEDED = '53400'

const currentCall = new AsyncLocalStorage<string | undefined>()

/** Runs the work of a call; what it does with the database counts as that call's. */
export const inCall = <T>(call: string, work: () => T): T => currentCall.run(call, work)

/** Runs what serves several calls together, and so counts as none of theirs. */
export const outsideCalls = <T>(work: () => T): T => currentCall.run(undefined, work)

/**
 * Returns a view of a database in which each call of the API uses a quarter of `connections` at most. One that is stuck, on
 * a table that somebody locked, then leaves the others theirs; of the stuck call itself, whoever waits for five seconds gets
 * an outage.
 */
export function perCallDb(db: Db, connections: number, waitMs = WAIT_MS): Db {
  const gates = new Map<string, Gate>()
  const tooLate = () =>
    Object.assign(new Error('all connections that this call may use are taken'), { code: LIMIT_EXCEEDED })
  return gatedDb(db, () => {
    const call = currentCall.getStore()
    if (call === undefined) return undefined
    let gate = gates.get(call)
    if (!gate) {
      gate = gateFor(Math.max(1, Math.floor(connections / 4)), { waitMs, tooLate })
      gates.set(call, gate)
    }
    return gate
  })
}
