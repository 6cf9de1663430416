import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { give, hold, issue, post, release } from '../../../test/ledger.ts'
import { newPostgresDatabase } from '../../../test/open-test-database.ts'
import { people } from '../../../test/ranks.ts'
import { openPg } from '../../platform/db/open-pg.ts'
import { auditRanks } from './public.ts'
import { findPage } from './store.ts'

it('keeps every rank right while a crowd moves the same people at once, and nobody waits for ever', async () => {
  // More writers than the counters have shards, so that some share one.
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
  const counted = await db.query<{ id: string; rank: number }>(
    `select user_id as id, (select count(*) from rank_entries y
       where y.board = 0 and (y.points, y.tie, y.user_id) >= (x.points, x.tie, x.user_id)) as rank
     from rank_entries x where board = 0 order by rank`,
  )
  const page = await findPage(db, { board: 0, after: null, limit: 10 }, new Date())
  expect(page.map(({ id, rank }) => ({ id, rank }))).toEqual(counted)
  await db.close()
})
