import { z } from 'zod'
import { settledTransferId } from '#features/ledger'
import { type AuditOptions, type AuditRun, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db, Queryable } from '#platform/db/db'
import { findMiscounted, findNextIds, sumParts } from './audit-store.ts'

const PROMISE = 'what people learned and won matches their transfers'
const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Transfers per person in a read: many in a full audit, few since the last audit. */
const TRANSFERS_EACH = { full: 32, later: 8 }

const Checkpoint = z.strictObject({ version: z.literal(1), upTo: z.int(), sum: z.string().regex(/^-?\d+$/) })

/**
 * Recomputes both parts of all people from the ledger. Read-only. After a checkpoint it reads the later transfers, and
 * compares the parts minus those with the proven sums; only if they differ does it read all transfers.
 */
export async function auditParts(db: Db, options?: AuditOptions): Promise<Audit> {
  const run = auditRun(db, options)
  const findings = new Findings([PROMISE])
  const { data: from } = Checkpoint.safeParse(options?.checkpoint)
  const settled = await settledTransferId(run)
  const upTo = Math.max(settled, from?.upTo ?? 0)
  let sum: bigint | undefined
  if (from) {
    const later = await sumRanges(run, TRANSFERS_EACH.later, { base: from.upTo, upTo })
    if (later.before === BigInt(from.sum)) sum = later.after
  }
  sum ??= (
    await sumRanges(run, TRANSFERS_EACH.full, { base: upTo, upTo }, async (snapshot, range) =>
      findings.addAll(PROMISE, await findMiscounted(snapshot, range.after, range.upTo)),
    )
  ).after
  return { promises: [PROMISE], broken: findings.all(), checkpoint: { version: 1, upTo, sum: `${sum}` } }
}

async function sumRanges(
  run: AuditRun,
  transfersEach: number,
  moments: { base: number; upTo: number },
  check: (snapshot: Queryable, range: { after: string; upTo: string }) => Promise<void> = async () => {},
): Promise<{ before: bigint; after: bigint }> {
  const sum = { before: 0n, after: 0n }
  for (let after = FIRST; after !== LAST; ) {
    const from = after
    const people = Math.ceil(run.rows / transfersEach)
    after = await run.read(async (snapshot) => {
      const ids = await findNextIds(snapshot, from, people)
      const upTo = ids.length < people ? LAST : (ids.at(-1) ?? LAST)
      const range = { after: from, upTo }
      await check(snapshot, range)
      const part = await sumParts(snapshot, range, moments)
      sum.before += part.before
      sum.after += part.after
      return upTo
    })
    run.progress('reputations', Number.parseInt(after.slice(0, 8), 16) / 2 ** 32)
  }
  return sum
}
