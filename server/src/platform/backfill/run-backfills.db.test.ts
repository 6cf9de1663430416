import client from '@prometheus-io/client'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import type { Db, Tx } from '../db/db.ts'
import { statements } from '../db/sql.ts'
import type { ScheduledJob } from '../scheduler/scheduler.ts'
import { type Backfill, backfill } from './backfill.ts'
import { registerBackfillMetrics } from './backfill-metrics.ts'
import { checkBackfills } from './check-backfills.ts'
import { backfillsDue, PASS_MS } from './run-backfills.ts'

const users = pgTable('users', { id: uuid() })
const NAME = 'users.shout'
/** Its column is made by each test, so the check of all statements against the schema leaves it out. */
function backfillOf(source: Parameters<typeof backfill>[1]): Backfill {
  const made = backfill(users, source)
  for (const text of Object.values(made.statements)) statements.delete(text)
  return made
}
const shout = backfillOf({
  what: 'shout',
  key: 'id',
  type: 'uuid',
  where: 'r.shout is null',
  set: 'shout = upper(r.username)',
})
const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
const START = '2026-03-02T12:00:00Z'
const clock = new TestClock()
let db: Db
beforeEach(async () => {
  clock.set(START)
  db = await openTestDatabase()
  await db.script('alter table users add column shout text')
})
afterEach(() => db.close())

/** Their ids are in the order of the numbers. */
const add = (from: number, to: number) =>
  db.query(
    `insert into users (id, username, created_at)
     select lpad(n::text, 32, '0')::uuid, 'user_' || n, $3 from generate_series($1::int, $2::int) n`,
    [from, to, START],
  )
const left = async () => (await db.query('select 1 from users where shout is null')).length
const wrong = async () => (await db.query('select id from users where shout <> upper(username)')).length
const stored = async () => (await db.query('select passes, filled, completed_at as at from backfills'))[0]

function job({ of = [shout], on = db }: { of?: readonly Backfill[]; on?: Db } = {}) {
  const errors: unknown[] = []
  return { ...backfillsDue({ db: on, clock }, { backfills: of, onError: (error) => errors.push(error) }), errors }
}

/** Until nothing is due, without the pauses. */
async function doPass({ runBatch, msUntilNextRun }: ScheduledJob = job()): Promise<void> {
  for (;;) {
    if (await runBatch()) continue
    const ms = await msUntilNextRun()
    if (ms === null || ms > 1_000) return
    clock.advance({ ms })
  }
}

it('fills five hundred rows at a time, with a pause, in the order of their keys', async () => {
  await add(1, 1_200)
  const { runBatch, msUntilNextRun } = job()
  expect([await runBatch(), await left()]).toEqual([true, 700])
  expect(await db.query('select max(id::text) as last from users where shout is not null')).toEqual([
    { last: idOf(500) },
  ])
  expect([await runBatch(), await msUntilNextRun()]).toEqual([false, 100])
  await doPass()
  expect([await left(), await wrong(), await msUntilNextRun()]).toEqual([0, 0, PASS_MS])
})

it('is complete once a second or later pass finds nothing to fill', async () => {
  await add(1, 600)
  await doPass()
  expect(await stored()).toEqual({ passes: 1, filled: 600, at: null })
  // By a server of the version before, among rows that were read already.
  await add(10_000, 10_000)
  await db.query(`update users set shout = null where id = '${idOf(3)}'`)
  clock.advance({ ms: PASS_MS })
  await doPass()
  expect(await stored()).toEqual({ passes: 2, filled: 602, at: null })
  clock.advance({ ms: PASS_MS })
  await doPass()
  expect(await stored()).toEqual({ passes: 3, filled: 602, at: clock.now() })
  await add(20_000, 20_000)
  clock.advance({ days: 1 })
  expect([await job().runBatch(), await job().msUntilNextRun()]).toEqual([false, null])
})

it('goes on where a server stopped that was killed in a batch', async () => {
  await add(1, 1_200)
  await job().runBatch()
  clock.advance({ ms: 100 })
  let deaths = 0
  const dying: Db = {
    ...db,
    tx: <T>(work: (tx: Tx) => Promise<T>) =>
      db.tx(async (tx) => {
        await work(tx)
        deaths++
        throw new Error('killed')
      }),
  }
  await job({ on: dying }).runBatch()
  expect([deaths, await left(), await stored()]).toEqual([1, 700, { passes: 0, filled: 500, at: null }])
  clock.advance({ minutes: 10 })
  await doPass()
  expect([await left(), await wrong(), (await stored())?.filled]).toEqual([0, 0, 1_200])
})

it('leaves rows alone that a request has filled', async () => {
  await add(1, 3)
  await db.query(`update users set shout = 'BY A REQUEST' where id = '${idOf(2)}'`)
  await doPass()
  expect(await db.query('select shout from users order by id')).toEqual([
    { shout: 'USER_1' },
    { shout: 'BY A REQUEST' },
    { shout: 'USER_3' },
  ])
})

it('postpones one that fails, and goes on with the others', async () => {
  await add(1, 3)
  const failing = backfillOf({
    what: 'failing',
    key: 'id',
    type: 'uuid',
    where: 'true',
    set: 'shout = (1 / 0)::text',
  })
  const { errors, ...of } = job({ of: [failing, shout] })
  await doPass(of)
  expect([await left(), errors.map(String)]).toEqual([0, [expect.stringContaining('division by zero')]])
  clock.advance({ minutes: 10 })
  await doPass(of)
  expect(errors).toHaveLength(2)
})

it('tells metrics and the doctor how far it is', async () => {
  const told = async () => {
    const register = new client.Registry()
    registerBackfillMetrics(register, { db }, [shout])
    const text = await register.metrics()
    return [...text.matchAll(/^backfill\w+\{backfill="(.*)"\} (\d+)$/gm)].map(([, name, value]) => [name, value])
  }
  const checked = () => checkBackfills(db, [shout])
  expect([await told(), await checked()]).toEqual([
    [],
    [
      expect.objectContaining({
        status: 'warning',
        text: expect.stringContaining(`${NAME} is not complete: not begun`),
      }),
    ],
  ])
  await add(1, 3)
  await doPass()
  expect(await told()).toEqual([
    [NAME, '3'],
    [NAME, '0'],
  ])
  expect(await checked()).toEqual([
    expect.objectContaining({
      text: expect.stringContaining('3 rows filled, in pass 2. Keep a server of this version'),
    }),
  ])
  clock.advance({ ms: PASS_MS })
  await doPass()
  expect(await told()).toEqual([
    [NAME, '3'],
    [NAME, '1'],
  ])
  expect(await checked()).toEqual([{ status: 'ok', text: 'All backfills are complete' }])
})
