import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { give, hold, issue, post, release } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { holding, untilWaiting } from '../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { openUserAccounts, postTransfers } from '../ledger/index.ts'
import { followRanks } from './follow-ranks.ts'
import { auditRanks } from './index.ts'
import { eraseRanks, findAround, findPage, readRankState, sumUp } from './store.ts'

let db: Db
let other: Db
beforeEach(async () => {
  const url = await newPostgresDatabase()
  ;[db, other] = await Promise.all([openPg({ url, poolSize: 24 }), openPg({ url, poolSize: 2 })])
})
afterEach(() => Promise.all([db.close(), other.close()]))

it('stay right while many transactions move the same users at once and two servers count, without deadlock', async () => {
  const ids = await people(db, 6)
  const person = (index: number) => ids[index % ids.length] as string
  for (const id of ids) await post(db, issue(id, 1_000))
  const change = async (index: number) => {
    const [from, to] = [person(index), person(index * 5 + 1)]
    if (index % 3 === 0 || from === to) return post(db, issue(from, 1 + (index % 7)))
    if (index % 3 === 1) return post(db, give(from, to, 1 + (index % 5)))
    const stake = randomUUID()
    await post(db, hold(from, 3, stake))
    return post(db, release(from, to, 3, stake, { kind: 'battle_win' }))
  }
  const work = async (index: number) => {
    await change(index)
    if (index % 20 === 0) await followRanks(index % 40 === 0 ? db : other)
    if (index % 100 === 0) expect((await auditRanks(other)).broken).toEqual([])
  }
  await Promise.all(Array.from({ length: 400 }, (_, index) => work(index)))
  await followRanks(db)
  expect((await auditRanks(db)).broken).toEqual([])
  await expectCountedPlaces()
})

it('count a transfer that is committed after later ones, once, and rank by the later one', async () => {
  const [first, second, third] = (await people(db, 3)) as [string, string, string]
  const stake = randomUUID()
  await post(db, issue(first, 100), issue(second, 100), issue(third, 100))
  await post(db, hold(first, 3, stake))
  await followRanks(db)
  const commit = await holding(other, (tx) => postTransfers(tx, new TestClock(), [issue(third, 7)]))
  await post(db, release(first, second, 3, stake, { kind: 'battle_win' }))
  const counted = async () =>
    (await findPage(db, { board: 0, after: null, limit: 3 }, new Date())).map((row) => row.auraPoints)
  // Each transaction counts, and so checks whether open ids are closed.
  for (let times = 0; times < 3; times++) {
    await followRanks(db)
    await post(db, issue(first, 1))
  }
  await followRanks(db)
  expect(await counted()).toEqual([103, 100, 100])
  expect((await auditRanks(db)).broken).toEqual([])
  const open = await log()
  await commit()
  await followRanks(db)
  expect(await counted()).toEqual([107, 103, 100])
  await post(db, issue(first, 1))
  await followRanks(db)
  expect((await auditRanks(db)).broken).toEqual([])
  await expectCountedPlaces()
  // The open id had held it back.
  expect((await log()).countedTo).toBeGreaterThan(open.countedTo)
})

it('leave no id open that belongs to no transfer', async () => {
  const [ada = ''] = await people(db, 1)
  const failed = db.tx(async (tx) => {
    await postTransfers(tx, new TestClock(), [issue(ada, 5), issue(ada, 6)])
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  await post(db, issue(ada, 7))
  await followRanks(db)
  expect((await log()).counted).not.toBe('{}')
  await post(db, issue(ada, 8))
  await followRanks(db)
  const [last] = await db.query<{ id: number }>('select max(id) as id from ledger_transfers')
  expect(await log()).toEqual({ countedTo: last?.id, counted: '{}' })
  expect((await auditRanks(db)).broken).toEqual([])
})

it('stay without somebody who was deleted before their last transfers were counted, or while', async () => {
  const [gone, leaving, stays] = (await people(db, 3)) as [string, string, string]
  await db.query('update users set created_at = $1', [new TestClock().now()])
  for (const id of [gone, leaving, stays]) await post(db, issue(id, 100))
  const leave = async (tx: Tx, id: string) => {
    await tx.query('update users set deleted_at = $2 where id = $1', [id, new TestClock().now()])
    await tx.query('delete from learners where user_id = $1', [id])
    await eraseRanks(tx, id)
  }
  await db.tx((tx) => leave(tx, gone))
  await followRanks(db)
  await post(db, issue(leaving, 1), issue(stays, 1))
  const commit = await holding(other, (tx) => leave(tx, leaving))
  const following = followRanks(db)
  await untilWaiting(db)
  await commit()
  await following
  expect(await db.query('select user_id from rank_entries')).toEqual(
    Array.from({ length: 3 }, () => ({ user_id: stays })),
  )
  expect(await sumUp(db)).toMatchObject({ totalUsers: 1, totalAura: 101 })
  expect((await auditRanks(db)).broken).toEqual([])
})

async function log() {
  const [row] = await db.query<{ countedTo: number; counted: string }>(
    'select counted_to as "countedTo", counted::text from rank_log',
  )
  if (!row) throw new Error('there is no log')
  return row
}

/** Twice as many uncounted changes as fit in a slot. */
const MANY = 96

it('are exact while the counters are locked, and the slots are counted once they are free', async () => {
  const ids = await people(db, 6)
  const slots = () => db.query('select 1 from rank_shifts')
  await other.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(1634038369, 0)`)
    for (const [index, id] of ids.entries()) await post(db, issue(id, index % 2 === 0 ? 100 : 70_000 + index * 9_000))
    for (let round = 0; round < 10; round++) {
      await Promise.all(ids.map((id) => post(db, issue(id, 3))))
      await followRanks(db)
    }
    expect((await slots()).length).toBeGreaterThan(MANY)
    await expectCountedPlaces()
    expect(await sumUp(db)).toMatchObject({ totalUsers: 6, totalAura: 3 * 100 + 3 * 70_000 + 9 * 9_000 + 6 * 30 })
    expect((await auditRanks(db)).broken).toEqual([])
  })
  for (let round = 0; round < 10; round++) {
    await post(db, issue(ids[0] as string, 1))
    await followRanks(db)
  }
  expect((await slots()).length).toBeLessThan(MANY)
  await expectCountedPlaces()
  expect((await auditRanks(db)).broken).toEqual([])
})

async function expectCountedPlaces(): Promise<void> {
  const counted = await db.query<{ id: string; rank: number }>(
    `select user_id as id, (select count(*) from rank_entries y
       where y.board = 0 and (y.points, y.tie, y.user_id) >= (x.points, x.tie, x.user_id)) as rank
     from rank_entries x where board = 0 order by rank`,
  )
  const page = await findPage(db, { board: 0, after: null, limit: 10 }, new Date())
  expect(page.map(({ id, rank }) => ({ id, rank }))).toEqual(counted)
  const asked = counted.map(({ id: userId }) => ({ board: 0, userId }))
  const around = await findAround(db, asked, { each: 5 }, new Date())
  for (const [index, { id, rank }] of counted.entries()) {
    expect(around[index]?.total).toBe(counted.length)
    expect(around[index]?.rows.find((row) => row.id === id)?.rank).toBe(rank)
  }
}

it('have another state once a transfer is counted, or somebody has joined whose number was drawn before', async () => {
  const [ada = ''] = await people(db, 1)
  const before = await readRankState(db)
  expect(await readRankState(db)).toEqual(before)
  await post(db, issue(ada, 5))
  const posted = await readRankState(db)
  await followRanks(db)
  const counted = await readRankState(db)
  expect(counted).not.toEqual(posted)
  const commit = await holding(other, (tx) => openUserAccounts(tx, randomUUID()))
  const drawn = await readRankState(db)
  await commit()
  const joined = await readRankState(db)
  expect(drawn.last).toBe(joined.last)
  expect(drawn).not.toEqual(joined)
})
