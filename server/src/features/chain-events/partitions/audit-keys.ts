import { z } from 'zod'
import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import { findWrongKeys } from '../audit-store.ts'
import { type EventRange, readEventRanges } from '../read-event-ranges.ts'

const PROMISES = ['every chain event has its key', 'every key is of its chain event'] as const

const Checkpoint = z.strictObject({ version: z.literal(1), upTo: z.int() })

/** Compares events with the keys that keep each from being stored twice; with a checkpoint, later ones. Read-only. */
export async function auditKeys(db: Db, options?: AuditOptions): Promise<Audit> {
  const findings = new Findings(PROMISES)
  const run = auditRun(db, options)
  const compare = async (snapshot: Parameters<typeof findWrongKeys>[0], range: EventRange) => {
    for (const { id, ofEvent, place } of await findWrongKeys(snapshot, range)) {
      if (id !== null) findings.add('every chain event has its key', `event ${id}`, `${place} leads to no event`)
      else findings.add('every key is of its chain event', place, `leads to event ${ofEvent}`)
    }
  }
  // Neither events nor keys change, and events are committed in the order of their ids.
  const upTo = await readEventRanges(run, compare, Checkpoint.safeParse(options?.checkpoint).data?.upTo)
  await run.read((snapshot) => compare(snapshot, { after: upTo, upTo: Number.MAX_SAFE_INTEGER }))
  return { promises: PROMISES, broken: findings.all(), checkpoint: { version: 1, upTo } }
}
