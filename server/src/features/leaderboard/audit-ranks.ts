import type { BrokenPromise } from '#features/ledger'
import type { Db } from '#platform/db/db'
import { findBrokenRanks, RANK_PROMISES } from './audit-store.ts'

/** Works every rank out again from the ledger's transfers and answers every promise that does not hold. Changes nothing. */
export async function auditRanks(db: Db): Promise<{ promises: readonly string[]; broken: BrokenPromise[] }> {
  return db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return { promises: RANK_PROMISES, broken: await findBrokenRanks(tx) }
  })
}
