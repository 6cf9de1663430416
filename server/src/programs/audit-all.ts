import { features } from '../features.ts'
import type { AuditOptions } from '../platform/audit/audit-run.ts'
import type { Audit, FeatureAudit } from '../platform/audit/feature-audit.ts'
import type { Checkpoints } from '../platform/audit/record-audit.ts'
import type { Db } from '../platform/db/db.ts'

interface AllOptions extends Omit<AuditOptions, 'checkpoint'> {
  /** Checkpoints of the last audit, by feature. */
  checkpoints?: Checkpoints
}

/** Runs the audits of all features, one after the other. Read-only. */
export async function auditAll(
  db: Db,
  { checkpoints = {}, ...options }: AllOptions = {},
): Promise<(Audit & { of: FeatureAudit; feature: string })[]> {
  const audits: (Audit & { of: FeatureAudit; feature: string })[] = []
  for (const { name: feature, audit } of features) {
    if (!audit) continue
    audits.push({ ...(await audit.run(db, { ...options, checkpoint: checkpoints[feature] })), of: audit, feature })
  }
  return audits
}
