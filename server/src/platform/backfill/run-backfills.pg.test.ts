import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holding } from '../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { systemClock } from '../clock.ts'
import { openPg } from '../db/connection/open-pg.ts'
import type { Db } from '../db/db.ts'
import { backfill } from './backfill.ts'
import { backfillsDue } from './run-backfills.ts'

const shout = backfill(pgTable('users', { id: uuid() }), {
  what: 'shout',
  key: 'id',
  type: 'uuid',
  where: 'r.shout is null',
  set: 'shout = upper(r.username)',
})

const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`

let db: Db
let other: Db
beforeEach(async () => {
  const address = new URL(await newPostgresDatabase())
  // A regression fails by lock timeout instead of hanging this test.
  address.searchParams.set('options', '-c lock_timeout=20s')
  ;[db, other] = (await Promise.all([1, 2].map(() => openPg({ url: address.href, poolSize: 3 })))) as [Db, Db]
  await db.script(`
    alter table users add column shout text;
    insert into users (id, username, created_at)
    select lpad(n::text, 32, '0')::uuid, 'user_' || n, '2026-03-02T12:00:00Z' from generate_series(1, 1200) n`)
})
afterEach(async () => {
  await Promise.all([db.close(), other.close()])
})

const jobOf = (on: Db) =>
  backfillsDue(
    { db: on, clock: systemClock },
    {
      backfills: [shout],
      onError: (error) => {
        throw error
      },
    },
  )
const isDue = () => db.query(`update backfills set due_at = '-infinity'`)
const filled = async () => (await db.query<{ filled: number }>('select filled from backfills'))[0]?.filled

it('is run by one server at a time', async () => {
  const [first, second] = [jobOf(db), jobOf(other)]
  await first.runBatch()
  await isDue()
  const release = await holding(other, (tx) => tx.query('select 1 from backfills for update'))
  expect(await first.runBatch()).toBe(false)
  await release()
  for (let round = 0; round < 4; round++) {
    await Promise.all([first.runBatch(), second.runBatch()])
    await isDue()
  }
  expect([await filled(), (await db.query('select 1 from users where shout is null')).length]).toEqual([1_200, 0])
})

const isWaiting = async () =>
  (await db.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'`))
    .length > 0

it('fills a row that changes meanwhile from what it changes to, and leaves one alone that is filled meanwhile', async () => {
  const release = await holding(other, async (tx) => {
    await tx.query(`update users set username = 'changed' where id = '${idOf(3)}'`)
    await tx.query(`update users set username = 'filled', shout = 'BY A REQUEST' where id = '${idOf(7)}'`)
  })
  const batch = jobOf(db).runBatch()
  while (!(await isWaiting()));
  await release()
  expect(await batch).toBe(true)
  expect(
    await db.query(`select username, shout from users where id in ('${idOf(3)}', '${idOf(7)}') order by id`),
  ).toEqual([
    { username: 'changed', shout: 'CHANGED' },
    { username: 'filled', shout: 'BY A REQUEST' },
  ])
  expect(await filled()).toBe(499)
})
