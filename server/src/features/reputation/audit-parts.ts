import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import { findMiscounted, findNextIds } from './audit-store.ts'

const PROMISE = 'what people learned and won matches their transfers'
const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Recomputes both parts of everybody from the ledger. Read-only. */
export async function auditParts(db: Db, options?: AuditOptions): Promise<Audit> {
  const run = auditRun(db, options)
  const findings = new Findings([PROMISE])
  for (let after = FIRST; after !== LAST; ) {
    const from = after
    // A person has many transfers.
    const people = Math.ceil(run.rows / 32)
    after = await run.read(async (snapshot) => {
      const ids = await findNextIds(snapshot, from, people)
      const upTo = ids.length < people ? LAST : (ids.at(-1) ?? LAST)
      findings.addAll(PROMISE, await findMiscounted(snapshot, from, upTo))
      return upTo
    })
  }
  return { promises: [PROMISE], broken: findings.all() }
}
