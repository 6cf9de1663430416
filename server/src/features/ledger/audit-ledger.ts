import type { Db } from '#platform/db/db'
import { type BrokenPromise, countLedger, findBrokenPromises, PROMISES } from './audit-store.ts'

/** Recomputes the whole ledger from its transfers and answers every promise that does not hold. Changes nothing. */
export async function auditLedger(db: Db): Promise<{
  counts: { accounts: number; transfers: number; holds: number }
  promises: readonly string[]
  broken: BrokenPromise[]
}> {
  return db.tx(async (tx) => {
    // One snapshot for all checks, so that transfers made meanwhile can't look like mistakes.
    await tx.query('set transaction isolation level repeatable read, read only')
    return { counts: await countLedger(tx), promises: PROMISES, broken: await findBrokenPromises(tx) }
  })
}
