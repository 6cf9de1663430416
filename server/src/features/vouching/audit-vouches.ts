import { readEventRanges } from '#features/chain-events'
import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import { findUnawarded } from './audit-store.ts'

const PROMISE = 'every counted vouch was awarded once'

/** Compares the chain's vouches with their awards in the ledger. Read-only. */
export async function auditVouches(db: Db, options?: AuditOptions): Promise<Audit> {
  const findings = new Findings([PROMISE])
  await readEventRanges(auditRun(db, options), async (snapshot, range) => {
    findings.addAll(PROMISE, await findUnawarded(snapshot, range))
  })
  return { promises: [PROMISE], broken: findings.all() }
}
