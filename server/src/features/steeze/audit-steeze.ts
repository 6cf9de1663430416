import type { Db } from '#platform/db/db'
import { findBrokenSteeze, STEEZE_PROMISES } from './audit-store.ts'

/** Compares what came from the chain with what the ledger made of it. Changes nothing. */
export async function auditSteeze(db: Db) {
  return db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return { promises: STEEZE_PROMISES, broken: await findBrokenSteeze(tx) }
  })
}
