import { features } from './features.ts'
import type { AuditOptions } from './platform/audit/audit-run.ts'
import type { Audit, FeatureAudit } from './platform/audit/feature-audit.ts'
import type { Db } from './platform/db/db.ts'

/** Runs the audits of all features, one after the other. Read-only. */
export async function auditAll(db: Db, options?: AuditOptions): Promise<(Audit & { of: FeatureAudit })[]> {
  const audits: (Audit & { of: FeatureAudit })[] = []
  for (const { audit } of features) if (audit) audits.push({ ...(await audit.run(db, options)), of: audit })
  return audits
}
