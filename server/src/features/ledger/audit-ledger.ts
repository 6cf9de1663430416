import { type AuditOptions, type AuditRun, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import { auditAccounts } from './audit-accounts.ts'
import { auditHolds, auditNamedHolds } from './audit-holds.ts'
import { type LedgerFindings, PROMISES } from './audit-promises.ts'
import { BEFORE_ALL, PAST_ALL, readKeptTotals } from './audit-store.ts'
import { settledTransferId, TransferAudit } from './audit-transfers.ts'
import { type LedgerCheckpoint, readCheckpoint, written } from './checkpoint.ts'

interface LedgerAudit extends Audit {
  /** With a checkpoint, only transfers and holds after it count. */
  counts: { accounts: number; transfers: number; holds: number }
  checkpoint: unknown
}

/** Report of the ledger's audit, and of other features' promises about it. */
export const LEDGER_AUDIT = { holds: 'The ledger holds.', broken: 'The ledger is broken' } as const

export const auditLedger = (db: Db, options?: AuditOptions): Promise<LedgerAudit> =>
  runLedgerAudit(auditRun(db, options), readCheckpoint(options?.checkpoint))

/**
 * Recomputes the ledger from its transfers. Returns every broken invariant. Read-only. Covers everything committed
 * before the call, and is exact under concurrent writes: each comparison uses one snapshot, or transfers whose set can
 * no longer change. After a checkpoint it reads the later transfers and the holds they name, and compares every balance
 * with what the account's last transfer before recorded; earlier transfers are not read again.
 */
export async function runLedgerAudit(run: AuditRun, from?: LedgerCheckpoint): Promise<LedgerAudit> {
  const findings: LedgerFindings = new Findings(PROMISES)
  const transfers = new TransferAudit(run, findings)
  const base = from?.upTo ?? BEFORE_ALL
  for (const sum of from?.sums ?? []) transfers.sums.add(sum)
  const settled = await settledTransferId(run)
  await transfers.readAll({ after: base, upTo: settled })
  const issued = transfers.sums.ofHouse()
  const checkpoint = written({ upTo: Math.max(settled, from?.upTo ?? 0), sums: transfers.sums.all() })
  const { count: accounts, balances } = await auditAccounts(run, findings, { upTo: settled, from: from?.upTo })
  for (const currency of [...new Set([...issued.keys(), ...balances.keys()])].sort()) {
    const [people, house] = [balances.get(currency) ?? 0n, -(issued.get(currency) ?? 0n)]
    if (people === house) continue
    findings.add('people hold exactly what was issued', currency, `people ${people}, issued ${house}`)
  }
  const holds = from
    ? await auditNamedHolds(run, findings, { after: base, upTo: settled })
    : await auditHolds(run, findings)
  await compareTotals(run, { transfers, findings, readUpTo: settled })
  return {
    counts: { accounts, transfers: transfers.count, holds },
    promises: PROMISES,
    broken: findings.all(),
    checkpoint,
  }
}

/** Catches up until few new transfers are left, then reads those in the same snapshot as the stored totals. */
async function compareTotals(
  run: AuditRun,
  { transfers, findings, readUpTo }: { transfers: TransferAudit; findings: LedgerFindings; readUpTo: number },
): Promise<void> {
  let after = readUpTo
  for (;;) {
    const upTo = await settledTransferId(run)
    const read = await transfers.readAll({ after, upTo })
    after = upTo
    if (read <= run.rows) break
  }
  const kept = await run.read(async (snapshot) => {
    await transfers.read(snapshot, { after, upTo: PAST_ALL })
    return readKeptTotals(snapshot)
  })
  const totals = new Map(kept.map(({ kind, amount }) => [kind, BigInt(amount)]))
  const sums = transfers.sums.ofSteeze()
  for (const kind of [...new Set([...totals.keys(), ...sums.keys()])].sort()) {
    const [total, sum] = [totals.get(kind) ?? 0n, sums.get(kind) ?? 0n]
    if (total === sum) continue
    findings.add('Steeze totals match the transfers', kind, `total ${total}, transfers ${sum}`)
  }
  for (const [currency, sum] of [...transfers.sums.byCurrency()].sort()) {
    if (sum !== 0n) findings.add('each currency sums to zero', currency, `sum ${sum}`)
  }
}
