import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import { findMiscounted, findMisplaced, findMisseated, findPeople, findUnscored } from './audit-store.ts'

const PROMISES = [
  'league points match what was learned',
  'members who learned are in a league',
  'places in leagues follow from the points',
  'people of the first hour sit in the order of the draw',
] as const

/** Recomputes points, places and the draw. Read-only. */
export async function auditLeagues(db: Db, options?: AuditOptions): Promise<Audit> {
  const run = auditRun(db, options)
  const findings = new Findings(PROMISES)
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const people: string[] = await run.read(async (snapshot) => {
      const found = await findPeople(snapshot, from, Math.ceil(run.rows / 8))
      findings.addAll(PROMISES[0], await findMiscounted(snapshot, found))
      findings.addAll(PROMISES[1], await findUnscored(snapshot, found))
      findings.addAll(PROMISES[2], await findMisplaced(snapshot, found))
      findings.addAll(PROMISES[3], await findMisseated(snapshot, found))
      return found
    })
    after = people.at(-1) ?? null
    if (after === null) return { promises: PROMISES, broken: findings.all() }
  }
}
