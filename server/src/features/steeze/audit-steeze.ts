import { readEventRanges } from '#features/chain-events'
import { sumSteeze } from '#features/ledger'
import { type AuditOptions, type AuditRun, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import {
  findFinalBlocks,
  findRedemptionRange,
  findUncredited,
  findUnheld,
  findUnheldReviews,
  sumFinalEvents,
  sumNewerEvents,
} from './audit-store.ts'

const PROMISES = [
  'Steeze issued and burned matches purchases and withdrawals on chain',
  'every confirmed purchase was credited once, to its owner',
  'redemption holds match the open redemptions',
] as const
type SteezeFindings = Findings<(typeof PROMISES)[number]>

export const auditSteeze = (db: Db, options?: AuditOptions): Promise<Audit> => runSteezeAudit(auditRun(db, options))

/** Compares the chain's events with the ledger's Steeze, trusting the stored totals. Read-only. */
async function runSteezeAudit(run: AuditRun): Promise<Audit> {
  const findings: SteezeFindings = new Findings(PROMISES)
  await auditEvents(run, findings)
  await auditRedemptions(run, findings)
  return { promises: PROMISES, broken: findings.all() }
}

async function auditEvents(run: AuditRun, findings: SteezeFindings): Promise<void> {
  await readEventRanges(run, async (snapshot, range) => {
    const uncredited = await findUncredited(snapshot, range)
    findings.addAll('every confirmed purchase was credited once, to its owner', uncredited)
  })
  let sums = await sumEvents(run)
  // An omitted event may be added to final blocks meanwhile; real damage is still there the second time.
  if (sums.events !== sums.ledger) sums = await sumEvents(run)
  if (sums.events !== sums.ledger) {
    const detail = `events say ${sums.events}, the ledger ${sums.ledger}`
    findings.add('Steeze issued and burned matches purchases and withdrawals on chain', 'Steeze', detail)
  }
}

/** Sums final events in ranges, then newer ones in the same snapshot as the ledger's totals. */
async function sumEvents(run: AuditRun): Promise<{ events: bigint; ledger: bigint }> {
  const final = await run.read(findFinalBlocks)
  let events = 0n
  const last = await readEventRanges(run, async (snapshot, range) => {
    events += BigInt(await sumFinalEvents(snapshot, final, range))
  })
  const [added, newer, inLedger] = await run.read((snapshot) =>
    Promise.all([
      sumFinalEvents(snapshot, final, { after: last, upTo: Number.MAX_SAFE_INTEGER }),
      sumNewerEvents(snapshot, final),
      sumSteeze(snapshot),
    ]),
  )
  const ledger = inLedger.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return { events: events + BigInt(added) + BigInt(newer), ledger }
}

async function auditRedemptions(run: AuditRun, findings: SteezeFindings): Promise<void> {
  findings.addAll('redemption holds match the open redemptions', await run.read(findUnheldReviews))
  for (let after: string | null = null; ; ) {
    const [from, { rows }]: [string | null, AuditRun] = [after, run]
    after = await run.read(async (snapshot) => {
      const upTo = await findRedemptionRange(snapshot, from, rows)
      if (upTo === null) return null
      findings.addAll('redemption holds match the open redemptions', await findUnheld(snapshot, from, upTo))
      return upTo
    })
    if (after === null) return
  }
}
