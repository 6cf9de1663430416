import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue } from '../../../../tests/server/actors/ledger.ts'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { unhurriedLimits } from '../../../../tests/server/test-settings.ts'
import { trimTables } from '../../../../tests/server/trim-tables.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { postTransfers } from '../ledger/index.ts'
import { boardAt } from './board.rules.ts'
import { followRanks } from './follow-ranks.ts'
import { auditRanks } from './index.ts'
import { eraseRanks, findPage } from './store.ts'
import { leaderboardPersonal, leaderboardRetention } from './tables.ts'

const clock = new TestClock()
let db: Db
let ids: [string, string, string, ...string[]]
beforeAll(async () => {
  db = await openTestDatabase()
  clock.set('2026-01-01T12:00:00Z')
  ids = (await people(db, 4)) as typeof ids
  await db.query('update users set created_at = $1', [clock.now()])
  // Enough changes to reach the counters, and not only the slots.
  for (let day = 0; day < 100; day++) {
    for (const [place, id] of ids.entries()) {
      const lesson = { ...issue(id, 10 + ((day + place) % 3)), kind: 'lesson_claim' as const }
      await db.tx((tx) => postTransfers(tx, clock, [lesson]))
    }
    await followRanks(db)
    clock.advance({ days: 1 })
  }
})
afterAll(() => db.close())

const trim = () => trimTables({ db, clock, limits: unhurriedLimits } as unknown as Context, leaderboardRetention)
const boards = async (of: 'rank_entries' | 'rank_counters') =>
  (await db.query<{ board: number }>(`select distinct board from ${of} order by board`)).map(({ board }) => board)
const broken = async () => (await auditRanks(db)).broken

it('the download has what somebody has on every board', async () => {
  const downloads = leaderboardPersonal.flatMap(({ download }) => Object.values(download))
  const held = await db.query(downloads[0] ?? '', [ids[1]])
  expect(held).not.toEqual([])
  expect(held).toEqual(await db.query('select board, points from rank_entries where user_id = $1 order by 1', [ids[1]]))
})

it('boards of weeks and months go 70 days after their end, the others and all time stay, also once an account is deleted [leaderboard.past-boards]', async () => {
  const shown = () =>
    Promise.all(
      (['all-time', 'weekly', 'monthly'] as const).map((type) =>
        findPage(db, { board: boardAt(type, clock.now()), after: null, limit: 10 }, clock.now()),
      ),
    )
  // 10 April; 70 days earlier is 30 January.
  clock.set('2026-04-10T12:00:00Z')
  const before = await shown()
  await trim()
  expect(await shown()).toEqual(before)
  const cutoff = new Date('2026-01-30T12:00:00Z')
  for (const table of ['rank_entries', 'rank_counters'] as const) {
    const left = await boards(table)
    expect(left[0]).toBe(0)
    expect(left.find((board) => board > 0)).toBe(boardAt('weekly', cutoff))
    expect(left.find((board) => board >= 2_000_000)).toBe(boardAt('monthly', cutoff))
  }
  expect(await broken()).toEqual([])

  await db.query('update users set deleted_at = $2 where id = $1', [ids[0], clock.now()])
  await db.query(`delete from learners where user_id = $1`, [ids[0]])
  await eraseRanks(db, ids[0])
  expect(await db.query('select 1 from rank_entries where user_id = $1', [ids[0]])).toEqual([])
  expect(await broken()).toEqual([])
  clock.advance({ days: 7 })
  await trim()
  expect((await boards('rank_entries'))[1]).toBe(boardAt('weekly', new Date('2026-02-06T12:00:00Z')))
  expect(await broken()).toEqual([])
})

it('audits compare what is left, and nothing that may be gone', async () => {
  clock.set('2026-04-10T12:00:00Z')
  await trim()
  const [week, gone] = [boardAt('weekly', new Date('2026-02-10')), boardAt('weekly', new Date('2026-01-10'))]
  await db.query(`insert into rank_entries (board, user_id, points, tie) values ($1, $2, 5, -1)`, [gone, ids[1]])
  expect(await broken()).toEqual([])
  await db.query('update rank_entries set points = points + 1 where board = $1 and user_id = $2', [week, ids[1]])
  const found = await broken()
  expect(found.map(({ promise }) => promise)).toContain('period ranks match the points earned in each')
  expect(found.map(({ promise }) => promise)).toContain('fine counters match the ranks')
  await db.query('update rank_entries set points = points - 1 where board = $1 and user_id = $2', [week, ids[1]])
  const [entry] = await db.query<{ points: number; tie: string }>(
    'delete from rank_entries where board = $1 and user_id = $2 returning points, tie',
    [week, ids[2]],
  )
  expect((await broken()).map(({ promise }) => promise)).toContain('period ranks match the points earned in each')
  await db.query('delete from rank_entries where board = $1', [gone])
  await db.query('insert into rank_entries (board, user_id, points, tie) values ($1, $2, $3, $4)', [
    week,
    ids[2],
    entry?.points ?? 0,
    entry?.tie ?? '',
  ])
  expect(await broken()).toEqual([])
})
