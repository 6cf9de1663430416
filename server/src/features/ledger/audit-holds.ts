import type { AuditRun } from '#platform/audit/audit-run'
import type { Queryable } from '#platform/db/db'
import {
  findHalfResolved,
  findHoldRange,
  findNamedHolds,
  findResolvedTwice,
  findUnfilled,
  type HoldRange,
} from './audit-holds-store.ts'
import type { LedgerFindings } from './audit-promises.ts'
import { findTransferRange, type IdRange } from './audit-store.ts'

/** Compares every hold with the transfers that opened and resolved it. Returns their number. */
export async function auditHolds(run: AuditRun, findings: LedgerFindings): Promise<number> {
  const holds = await inRanges(run, 'ledger_holds', async (snapshot, range) => {
    const [unfilled, half] = await Promise.all([findUnfilled(snapshot, range), findHalfResolved(snapshot, range)])
    findings.addAll('every hold was funded by one transfer of its amount', unfilled)
    findings.addAll('every hold is open or was resolved once in full', half)
  })
  await inRanges(run, 'ledger_hold_resolutions', async (snapshot, range) => {
    findings.addAll('no hold is resolved twice', await findResolvedTwice(snapshot, range))
  })
  return holds
}

/** Compares the holds that these transfers name. Returns their number. */
export async function auditNamedHolds(
  run: AuditRun,
  findings: LedgerFindings,
  { after, upTo }: IdRange,
): Promise<number> {
  let total = 0
  for (let from = after; ; ) {
    const { rows } = run
    const last = await run.read(async (snapshot) => {
      const end = await findTransferRange(snapshot, { after: from, upTo }, rows)
      if (end === null) return null
      const named = await findNamedHolds(snapshot, { after: from, upTo: end })
      const [unfilled, half, twice] = await Promise.all([
        findUnfilled(snapshot, named),
        findHalfResolved(snapshot, named),
        findResolvedTwice(snapshot, named),
      ])
      findings.addAll('every hold was funded by one transfer of its amount', unfilled)
      findings.addAll('every hold is open or was resolved once in full', half)
      findings.addAll('no hold is resolved twice', twice)
      total += named.length
      return end
    })
    if (last === null) return total
    from = last
    run.progress('holds', last / upTo)
  }
}

async function inRanges(
  run: AuditRun,
  table: 'ledger_holds' | 'ledger_hold_resolutions',
  check: (snapshot: Queryable, range: HoldRange) => Promise<void>,
): Promise<number> {
  let total = 0
  for (let after: string | null = null; ; ) {
    const [from, { rows }]: [string | null, AuditRun] = [after, run]
    const range = await run.read(async (snapshot) => {
      const next = await findHoldRange(snapshot, table, from, rows)
      if (next.upTo !== null) await check(snapshot, { after: from, upTo: next.upTo })
      return next
    })
    if (range.upTo === null) return total
    total += range.count
    after = range.upTo
    run.progress('holds', Number.parseInt(after.slice(0, 8), 16) / 2 ** 32)
  }
}
