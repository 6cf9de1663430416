import type { AuditRun } from '../src/platform/audit/audit-run.ts'
import type { Tx } from '../src/platform/db/db.ts'

/** Runs an audit inside of a transaction, so that what is planted for it can be taken back; in ranges of so many rows. */
export const auditWithin = (tx: Tx, rows = 1_000): AuditRun => ({
  rows,
  read: (work) => work(tx),
  progress: () => {},
})
