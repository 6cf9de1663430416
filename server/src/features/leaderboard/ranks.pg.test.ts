import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { give, hold, issue, post, release } from '../../../test/actors/ledger.ts'
import { people } from '../../../test/actors/ranks.ts'
import { holding } from '../../../test/database/holding.ts'
import { newPostgresDatabase } from '../../../test/database/open-test-database.ts'
import { TestClock } from '../../../test/fakes.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import type { Db } from '../../platform/db/db.ts'
import { postTransfers } from '../ledger/index.ts'
import { auditRanks } from './index.ts'
import { findAround, findPage, readRankState, sumUp } from './store.ts'

it('stay right while many transactions move the same users at once, without deadlock', async () => {
  const db = await openPg({ url: await newPostgresDatabase(), poolSize: 24 })
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
  await Promise.all(Array.from({ length: 400 }, (_, index) => change(index)))
  expect((await auditRanks(db)).broken).toEqual([])
  await expectCountedPlaces(db)
  await db.close()
})

it('keep the later of two transfers of one user, whichever reaches the board first', async () => {
  const url = await newPostgresDatabase()
  const [db, other] = await Promise.all([openPg({ url, poolSize: 4 }), openPg({ url, poolSize: 1 })])
  const [first, second, third] = (await people(db, 3)).sort() as [string, string, string]
  const [stake, later] = [randomUUID(), randomUUID()]
  for (const id of [first, second]) await post(db, issue(id, 100))
  await post(db, hold(first, 3, stake))
  await post(db, hold(second, 3, later))
  const isBlocked = async () =>
    (
      await db.query(`select 1 from pg_stat_activity
                      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
    ).length > 0
  let earlier: Promise<unknown> = Promise.resolve()
  await other.tx(async (tx) => {
    await tx.query('select 1 from rank_entries where board = 0 and user_id = $1 for update', [first])
    earlier = post(db, release(first, second, 3, stake, { kind: 'battle_win' }))
    while (!(await isBlocked()));
    await post(db, release(second, third, 3, later))
  })
  await earlier
  expect((await auditRanks(db)).broken).toEqual([])
  await expectCountedPlaces(db)
  await Promise.all([db.close(), other.close()])
})

/** Twice as many changes as fit in a slot before they are counted. */
const MANY = 96

it('are exact while the counters are locked, and the slots are counted once they are free', async () => {
  const url = await newPostgresDatabase()
  const [db, other] = await Promise.all([openPg({ url, poolSize: 8 }), openPg({ url, poolSize: 1 })])
  const ids = await people(db, 6)
  const slots = () => db.query('select 1 from rank_shifts')
  await other.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(1634038369, 0)`)
    for (const [index, id] of ids.entries()) await post(db, issue(id, index % 2 === 0 ? 100 : 70_000 + index * 9_000))
    for (let round = 0; round < 10; round++) await Promise.all(ids.map((id) => post(db, issue(id, 3))))
    expect((await slots()).length).toBeGreaterThan(MANY)
    await expectCountedPlaces(db)
    expect(await sumUp(db)).toMatchObject({ totalUsers: 6, totalAura: 3 * 100 + 3 * 70_000 + 9 * 9_000 + 6 * 30 })
    expect((await auditRanks(db)).broken).toEqual([])
  })
  for (let round = 0; round < 10; round++) await post(db, issue(ids[0] as string, 1))
  expect((await slots()).length).toBeLessThan(MANY)
  await expectCountedPlaces(db)
  expect((await auditRanks(db)).broken).toEqual([])
  await Promise.all([db.close(), other.close()])
})

async function expectCountedPlaces(db: Db): Promise<void> {
  const counted = await db.query<{ id: string; rank: number }>(
    `select user_id as id, (select count(*) from rank_entries y
       where y.board = 0 and (y.points, y.tie, y.user_id) >= (x.points, x.tie, x.user_id)) as rank
     from rank_entries x where board = 0 order by rank`,
  )
  const page = await findPage(db, { board: 0, after: null, limit: 10 }, new Date())
  expect(page.map(({ id, rank }) => ({ id, rank }))).toEqual(counted)
  const asked = counted.map(({ id: userId }) => ({ board: 0, userId }))
  const around = await findAround(db, asked, 5, new Date())
  for (const [index, { id, rank }] of counted.entries()) {
    expect(around[index]?.total).toBe(counted.length)
    expect(around[index]?.rows.find((row) => row.id === id)?.rank).toBe(rank)
  }
}

it('have another state once a transfer is committed, though its id was drawn before', async () => {
  const url = await newPostgresDatabase()
  const [db, other] = await Promise.all([openPg({ url, poolSize: 1 }), openPg({ url, poolSize: 1 })])
  const [ada = ''] = await people(db, 1)
  const before = await readRankState(db)
  expect(await readRankState(db)).toEqual(before)
  const commit = await holding(other, (tx) => postTransfers(tx, new TestClock(), [issue(ada, 5)]))
  const drawn = await readRankState(db)
  await commit()
  const after = await readRankState(db)
  expect(drawn.last).toBe(after.last)
  expect(drawn).not.toEqual(after)
  await Promise.all([db.close(), other.close()])
})
