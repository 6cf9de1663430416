import { z } from 'zod'
import { findSettledEvent, readEventRanges } from '#features/chain-events'
import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import { findUnawarded } from './audit-store.ts'

const PROMISE = 'every counted vouch was awarded once'

const Checkpoint = z.strictObject({ version: z.literal(1), upTo: z.int() })

/** Compares the chain's vouches with their awards in the ledger; after a checkpoint, later ones. Read-only. */
export async function auditVouches(db: Db, options?: AuditOptions): Promise<Audit> {
  const findings = new Findings([PROMISE])
  const run = auditRun(db, options)
  const from = Checkpoint.safeParse(options?.checkpoint).data
  const settled = await run.read(findSettledEvent)
  await readEventRanges(
    run,
    async (snapshot, range) => {
      findings.addAll(PROMISE, await findUnawarded(snapshot, range))
    },
    from?.upTo,
  )
  const upTo = Math.max(settled, from?.upTo ?? 0)
  return { promises: [PROMISE], broken: findings.all(), checkpoint: { version: 1, upTo } }
}
