import { settledTransferId } from '#features/ledger'
import { type AuditOptions, type AuditRun, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db, Queryable } from '#platform/db/db'
import {
  ALL,
  findEntriesEnd,
  findMiscounted,
  findMisplaced,
  findMisranked,
  findNextBoard,
  findPeople,
  findStepEnd,
  hasMoreEntries,
  type PeopleRange,
  type Share,
  sumShares,
} from './audit-store.ts'

export const RANK_PROMISES = [
  'all-time ranks match the balances',
  'period ranks match the points earned in each',
  'ties rank by who got there first',
  'coarse counters match the ranks',
  'fine counters match the ranks',
  'coarse counters match the ties',
  'fine counters match the ties',
] as const
type RankFindings = Findings<(typeof RANK_PROMISES)[number]>

export const auditRanks = (db: Db, options?: AuditOptions): Promise<Audit> => runRankAudit(auditRun(db, options))

/** Recomputes every rank from the ledger's transfers and returns every broken invariant. Read-only. */
export async function runRankAudit(run: AuditRun): Promise<Audit> {
  const findings: RankFindings = new Findings(RANK_PROMISES)
  await auditPeople(run, findings)
  await auditCounters(run, findings)
  return { promises: RANK_PROMISES, broken: findings.all() }
}

async function auditPeople(run: AuditRun, findings: RankFindings): Promise<void> {
  let accounts = run.rows
  for (let after: string | null = null; ; ) {
    const [from, rows]: [string | null, number] = [after, run.rows]
    accounts = Math.min(accounts, rows)
    const { range, isOne, isLast, isTooMuch } = await run.read(async (snapshot) => {
      const people = await findPeople(snapshot, from, accounts)
      if (await hasMoreEntries(snapshot, people.range, rows)) return { ...people, isTooMuch: true }
      await comparePeople(snapshot, findings, people.range, NOTHING_READ)
      return { ...people, isTooMuch: false }
    })
    if (isTooMuch && !isOne) {
      accounts = Math.max(1, Math.floor(accounts / 2))
      continue
    }
    if (isTooMuch) await auditBusyPerson(run, findings, range)
    else accounts *= 2
    if (isLast) return
    after = range.upTo
    run.progress('ranks', Number.parseInt(after.slice(0, 8), 16) / 2 ** 32)
  }
}

interface ReadShares {
  after: number
  carried: readonly Share[]
}
const NOTHING_READ: ReadShares = { after: ALL.after, carried: [] }

/**
 * Sums the entries of a user with too many for one snapshot, up to a transfer before which none can appear; the rest is
 * read in the compared snapshot.
 */
async function auditBusyPerson(run: AuditRun, findings: RankFindings, range: PeopleRange): Promise<void> {
  const upTo = await settledTransferId(run)
  const sums = new Map<string, Share>()
  for (let after = ALL.after; ; ) {
    const { rows } = run
    const last = await run.read(async (snapshot) => {
      const end = await findEntriesEnd(snapshot, range, { after, upTo }, rows)
      if (end === null) return null
      for (const share of await sumShares(snapshot, range, { after, upTo: end })) {
        const key = `${share.board}/${share.userId}`
        const points = BigInt(sums.get(key)?.points ?? 0) + BigInt(share.points)
        sums.set(key, { ...share, points: `${points}` })
      }
      return end
    })
    if (last === null) break
    after = last
  }
  await run.read((snapshot) => comparePeople(snapshot, findings, range, { after: upTo, carried: [...sums.values()] }))
}

async function comparePeople(
  snapshot: Queryable,
  findings: RankFindings,
  range: PeopleRange,
  read: ReadShares,
): Promise<void> {
  const [misranked, misplaced] = await Promise.all([
    findMisranked(snapshot, range),
    findMisplaced(snapshot, range, read),
  ])
  findings.addAll('all-time ranks match the balances', misranked)
  for (const { subject, points, tie } of misplaced) {
    if (points !== null) findings.add('period ranks match the points earned in each', subject, points)
    if (tie !== null) findings.add('ties rank by who got there first', subject, tie)
  }
}

const LEVELS = [
  [0, 'coarse counters match the ranks'],
  [1, 'fine counters match the ranks'],
  [2, 'coarse counters match the ties'],
  [3, 'fine counters match the ties'],
] as const

async function auditCounters(run: AuditRun, findings: RankFindings): Promise<void> {
  for (let board = ALL.after; ; ) {
    const next = await run.read((snapshot) => findNextBoard(snapshot, board))
    if (next === null) return
    board = next
    for (const [level, promise] of LEVELS) {
      for (let from = ALL.after; from < ALL.upTo; ) {
        const { rows } = run
        from = await run.read(async (snapshot) => {
          const end = await findStepEnd(snapshot, level, { board, from }, rows)
          findings.addAll(promise, await findMiscounted(snapshot, level, { board, from, end }))
          return end
        })
      }
    }
    run.progress('the counters of the ranks')
  }
}
