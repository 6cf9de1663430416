import type { AuditRun } from '../../server/src/platform/audit/audit-run.ts'
import type { Tx } from '../../server/src/platform/db/db.ts'

/** Audits inside a transaction, so that planted faults can be rolled back. */
export const auditWithin = (tx: Tx, rows = 1_000): AuditRun => ({
  rows,
  read: (work) => work(tx),
  progress: () => {},
})
