import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { give, hold, issue, release } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { auditWithin } from '../../../../tests/server/audit-within.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { unhurriedLimits } from '../../../../tests/server/test-settings.ts'
import { trimTables } from '../../../../tests/server/trim-tables.ts'
import type { AuditRun } from '../../platform/audit/audit-run.ts'
import type { Context } from '../../platform/context.ts'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import { postTransfers, type Transfer } from '../ledger/index.ts'
import { RANK_PROMISES, runRankAudit } from './audit-ranks.ts'
import { boardAt } from './board.rules.ts'
import { followRanks } from './follow-ranks.ts'
import { auditRanks } from './index.ts'
import { type RankCheckpoint, readRankCheckpoint } from './rank-checkpoint.ts'
import { eraseRanks } from './store.ts'
import { leaderboardRetention } from './tables.ts'

const clock = new TestClock()
let db: Db
let ids: [active: string, early: string, gone: string, leaving: string, idle: string, ...string[]]
let checkpoint: RankCheckpoint

async function post(...transfers: Transfer[]): Promise<void> {
  await db.tx((tx) => postTransfers(tx, clock, transfers))
  await followRanks(db)
}
const learn = (id: string, points: number, key?: string) =>
  post({ ...issue(id, points, key === undefined ? {} : { key }), kind: 'lesson_claim' })

async function leave(id: string): Promise<void> {
  await db.query('update users set deleted_at = $2 where id = $1', [id, clock.now()])
  await db.query('delete from learners where user_id = $1', [id])
  await eraseRanks(db, id)
}

/** Counts the reads that compare all transfers, which only a full audit does. */
function counting(tx: Queryable, rows: number): { run: AuditRun; full: () => number } {
  let full = 0
  const counted: Queryable = {
    query: (text, values) => {
      if (text.includes('moved last by')) full++
      return tx.query(text, values)
    },
  }
  return { run: { ...auditWithin(tx as Tx, rows), read: (work) => work(counted) }, full: () => full }
}

const continued = (rows = 1_000) =>
  db.tx(async (tx) => {
    const { run, full } = counting(tx, rows)
    const { broken, checkpoint: next } = await runRankAudit(run, checkpoint)
    return { broken, next: readRankCheckpoint(next) as RankCheckpoint, isContinued: full() === 0 }
  })

async function reread(): Promise<RankCheckpoint> {
  const { broken, checkpoint: next } = await auditRanks(db)
  expect(broken).toEqual([])
  return readRankCheckpoint(JSON.parse(JSON.stringify(next))) as RankCheckpoint
}

beforeEach(async () => {
  db = await openTestDatabase()
  clock.set('2026-01-14T12:00:00Z')
  ids = (await people(db, 5)) as typeof ids
  await db.query('update users set created_at = $1', [clock.now()])
  const [active, early, gone, leaving] = ids
  for (let week = 0; week < 3; week++) {
    for (const [place, id] of [active, early, gone, leaving].entries()) await learn(id, 10 + place + week)
    clock.advance({ days: 7 })
  }
  await learn(early, 4, 'early')
  await post(give(early, leaving, 2))
  await leave(gone)
  checkpoint = await reread()
  await learn(active, 2, 'late')
})
afterEach(() => db.close())

describe('the audit of ranks after a checkpoint', () => {
  it('ends where a full one ends, in ranges of any size, whatever happened since', async () => {
    const [active, early, , leaving] = ids
    const same = async () => {
      const full = await reread()
      for (const rows of [1, 2, 5, 1_000]) {
        expect(await continued(rows)).toEqual({ broken: [], next: full, isContinued: true })
      }
      return full
    }
    await same()
    await learn(active, 7)
    await post(give(active, early, 3), give(early, active, 1))
    await post(issue(early, 5, { kind: 'vouch_award' }))
    for (const [loser, winner] of [
      [active, early],
      [leaving, early],
      [early, active],
    ] as const) {
      const stake = randomUUID()
      await post(hold(loser, 4, stake, { kind: 'battle_stake' }))
      await post(release(loser, winner, 4, stake, { kind: 'battle_win' }))
    }
    await same()
    const [late] = (await people(db, 1)) as [string]
    await same()
    clock.advance({ days: 7 })
    await learn(late, 5)
    // The ranks don't include it yet.
    await db.tx((tx) =>
      postTransfers(tx, clock, [{ ...issue(active, 2), kind: 'lesson_claim' }, give(early, leaving, 1)]),
    )
    await same()
    // Their ranks are deleted with the account.
    await leave(leaving)
    await same()
    await followRanks(db)
    const next = await same()
    // After that checkpoint, the week of the first one is over.
    checkpoint = next
    await learn(active, 2)
    await same()
  })

  const FAULTS: [string, number, (week: number) => [statement: string, ...string[]]][] = [
    ['points of somebody who moved since', 0, () => [`points = points + 1 where board = 0 and user_id = $1`, ids[0]]],
    ['points of somebody who did not', 0, () => [`points = points + 1 where board = 0 and user_id = $1`, ids[1]]],
    ['a tie of somebody who moved since', 2, () => [`tie = tie + 1 where board = 0 and user_id = $1`, ids[0]]],
    [
      'a tie by another transfer of the same person',
      2,
      () => [
        `tie = -(select min(t.id) from ledger_transfers t join ledger_accounts a on a.id = t.to_account
                 where a.owner_id = $1) where board = 0 and user_id = $1`,
        ids[1],
      ],
    ],
    ['a tie of a week that was over', 2, (week) => [`tie = tie - 1 where board = ${week} and user_id = $1`, ids[1]]],
  ]

  /** Returns the findings of both audits after the fault. Rolls back. */
  async function findingsAfter(plant: (tx: Tx) => Promise<unknown>) {
    const takenBack = new Error('taken back')
    const found: Record<'rest' | 'full', { promise: string; subject: string }[]> = { rest: [], full: [] }
    const work = db.tx(async (tx) => {
      await plant(tx)
      found.full = (await runRankAudit(auditWithin(tx))).broken
      found.rest = (await runRankAudit(auditWithin(tx), checkpoint)).broken
      throw takenBack
    })
    await expect(work).rejects.toBe(takenBack)
    return found
  }
  const promises = (found: { promise: string }[]) => found.map(({ promise }) => promise)

  it('finds a part of the points planted since, of somebody who moved or did not', async () => {
    for (const id of [ids[0], ids[1]]) {
      const { rest, full } = await findingsAfter((tx) =>
        tx.query('update rank_parts set points = points + 1 where user_id = $1', [id]),
      )
      expect(promises(full)).toContain(RANK_PROMISES[1])
      expect(rest).toEqual(full)
    }
  })

  it.each(FAULTS)('finds, as a full one does, a fault planted since: %s', async (_, promise, fault) => {
    const [statement, ...values] = fault(boardAt('weekly', new Date('2026-01-21T12:00:00Z')))
    const { rest, full } = await findingsAfter((tx) => tx.query(`update rank_entries set ${statement}`, values))
    expect(promises(full)).toContain(RANK_PROMISES[promise])
    expect(rest).toEqual(full)
  })

  it('finds a later transfer that was not counted, and a rank of nobody', async () => {
    const uncounted = await findingsAfter(async (tx) => {
      await tx.query('alter table ledger_transfers disable trigger all')
      await tx.query(`update ledger_transfers set amount = amount + 1 where key = 'late'`)
    })
    expect(promises(uncounted.rest)).toContain(RANK_PROMISES[1])
    expect(uncounted.rest).toEqual(uncounted.full)
    const nobody = await findingsAfter((tx) =>
      tx.query(`insert into rank_entries (board, user_id, points, tie) values (1000001, gen_random_uuid(), 5, -1)`),
    )
    expect(nobody.rest).toEqual(nobody.full)
    expect(nobody.full).not.toEqual([])
  })

  it('leaves to a full one a fault in the transfers before it', async () => {
    const { rest, full } = await findingsAfter(async (tx) => {
      await tx.query('alter table ledger_transfers disable trigger all')
      await tx.query(`update ledger_transfers set amount = amount + 1 where key = 'early'`)
    })
    expect(rest).toEqual([])
    expect(promises(full)).toContain(RANK_PROMISES[1])
  })

  it('goes on when boards that it knew are trimmed', async () => {
    clock.set('2026-04-10T12:00:00Z')
    await trimTables({ db, clock, limits: unhurriedLimits } as unknown as Context, leaderboardRetention)
    const full = await reread()
    expect(full.boards.length).toBeLessThan(checkpoint.boards.length)
    expect(await continued()).toEqual({ broken: [], next: full, isContinued: true })
  })

  it('reads everything after one in a form it does not know', () => {
    expect(readRankCheckpoint({ version: 1, upTo: 1, boards: [] })).toBeUndefined()
    expect(readRankCheckpoint(undefined)).toBeUndefined()
  })
})
