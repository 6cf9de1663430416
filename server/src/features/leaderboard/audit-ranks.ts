import { type AuditOptions, type AuditRun, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db, Queryable } from '#platform/db/db'
import { findMiscounted, findNextBoard, findStepEnd } from './audit-counters-store.ts'
import { ALL, type PeopleRange } from './audit-parts-store.ts'
import {
  findCountedTo,
  findEntriesEnd,
  findMisplaced,
  findMisranked,
  findMistotalled,
  findPeople,
  hasMoreEntries,
  type Share,
  sumShares,
} from './audit-store.ts'
import { countMistied, findOpenBoards, findWholeBoards, sumBoards } from './audit-sums-store.ts'
import { BoardSums, type RankCheckpoint, readRankCheckpoint, writtenCheckpoint } from './rank-checkpoint.ts'

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

export const auditRanks = (db: Db, options?: AuditOptions): Promise<Audit> =>
  runRankAudit(auditRun(db, options), readRankCheckpoint(options?.checkpoint))

/**
 * Recomputes every rank from the transfers that the ranks include. Returns every broken invariant. Read-only. After a
 * checkpoint it reads the later transfers, and compares the ranks minus those with the proven sums; only if they differ
 * does it read all transfers, to find whose ranks are wrong.
 */
export async function runRankAudit(run: AuditRun, from?: RankCheckpoint): Promise<Audit> {
  const findings: RankFindings = new Findings(RANK_PROMISES)
  const upTo = await run.read(findCountedTo)
  const boards = (from && (await auditSince(run, findings, { from, upTo }))) ?? (await auditPeople(run, findings, upTo))
  await auditCounters(run, findings)
  const whole = await run.read((snapshot) => findWholeBoards(snapshot, boards.numbers()))
  const checkpoint = writtenCheckpoint({ upTo, boards: boards.next(whole) })
  return { promises: RANK_PROMISES, broken: findings.all(), checkpoint }
}

/** Returns the sums to continue from; undefined if something changed other than by the transfers since. */
async function auditSince(
  run: AuditRun,
  findings: RankFindings,
  { from, upTo }: { from: RankCheckpoint; upTo: number },
): Promise<BoardSums | undefined> {
  const base = from.upTo
  const listed = from.boards.map(({ board }) => board)
  const open = await run.read((snapshot) => findOpenBoards(snapshot, base, listed))
  const sums = new BoardSums()
  let mistied = 0
  const check = async (snapshot: Queryable, range: PeopleRange) => {
    const [added, wrong, misranked, mistotalled] = await Promise.all([
      sumBoards(snapshot, range, { base, upTo: Math.max(base, upTo) }),
      countMistied(snapshot, range, { base, open }),
      findMisranked(snapshot, range),
      findMistotalled(snapshot, range),
    ])
    sums.add(added)
    mistied += wrong
    findings.addAll('all-time ranks match the balances', misranked)
    findings.addAll('period ranks match the points earned in each', mistotalled)
  }
  await walkPeople(run, base, { check, checkBusy: (range) => run.read((snapshot) => check(snapshot, range)) })
  const whole = await run.read((snapshot) => findWholeBoards(snapshot, [...sums.numbers(), ...listed]))
  return mistied === 0 && sums.continues(from, { open, whole }) ? sums : undefined
}

async function auditPeople(run: AuditRun, findings: RankFindings, upTo: number): Promise<BoardSums> {
  const sums = new BoardSums()
  const compare = async (snapshot: Queryable, range: PeopleRange, read: ReadShares) => {
    await comparePeople(snapshot, findings, range, read)
    sums.add(await sumBoards(snapshot, range, { base: upTo, upTo }))
  }
  await walkPeople(run, ALL.after, {
    check: (snapshot, range) => compare(snapshot, range, NOTHING_READ),
    checkBusy: (range) => readBusyPerson(run, range, compare),
  })
  return sums
}

/** Walks all people with few transfers after `after` in ranges, each in a snapshot; passes the others alone. */
async function walkPeople(
  run: AuditRun,
  after: number,
  {
    check,
    checkBusy,
  }: {
    check: (snapshot: Queryable, range: PeopleRange) => Promise<void>
    checkBusy: (range: PeopleRange) => Promise<void>
  },
): Promise<void> {
  let accounts = run.rows
  for (let last: string | null = null; ; ) {
    const [from, rows]: [string | null, number] = [last, run.rows]
    accounts = Math.min(accounts, rows)
    const { range, isOne, isLast, isTooMuch } = await run.read(async (snapshot) => {
      const people = await findPeople(snapshot, from, accounts)
      if (await hasMoreEntries(snapshot, people.range, { after, rows })) return { ...people, isTooMuch: true }
      await check(snapshot, people.range)
      return { ...people, isTooMuch: false }
    })
    if (isTooMuch && !isOne) {
      accounts = Math.max(1, Math.floor(accounts / 2))
      continue
    }
    if (isTooMuch) await checkBusy(range)
    else accounts *= 2
    if (isLast) return
    last = range.upTo
    run.progress('ranks', Number.parseInt(last.slice(0, 8), 16) / 2 ** 32)
  }
}

interface ReadShares {
  after: number
  carried: readonly Share[]
}
const NOTHING_READ: ReadShares = { after: ALL.after, carried: [] }

/** Sums the entries of a user with too many for one snapshot, up to a transfer before which none can appear. */
async function readBusyPerson(
  run: AuditRun,
  range: PeopleRange,
  compare: (snapshot: Queryable, range: PeopleRange, read: ReadShares) => Promise<void>,
): Promise<void> {
  const upTo = await run.read(findCountedTo)
  const sums = new Map<string, Share>()
  for (let after = ALL.after; ; ) {
    const { rows } = run
    const last = await run.read(async (snapshot) => {
      const end = await findEntriesEnd(snapshot, range, { after, upTo }, rows)
      if (end === null) return null
      for (const share of await sumShares(snapshot, range, { after, upTo: end })) {
        const key = `${share.board}/${share.userId}/${share.part}/${share.otherId}`
        const points = BigInt(sums.get(key)?.points ?? 0) + BigInt(share.points)
        sums.set(key, { ...share, points: `${points}` })
      }
      return end
    })
    if (last === null) break
    after = last
  }
  await run.read((snapshot) => compare(snapshot, range, { after: upTo, carried: [...sums.values()] }))
}

async function comparePeople(
  snapshot: Queryable,
  findings: RankFindings,
  range: PeopleRange,
  read: ReadShares,
): Promise<void> {
  const [misranked, mistotalled, misplaced] = await Promise.all([
    findMisranked(snapshot, range),
    findMistotalled(snapshot, range),
    findMisplaced(snapshot, range, read),
  ])
  findings.addAll('all-time ranks match the balances', misranked)
  findings.addAll('period ranks match the points earned in each', mistotalled)
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
