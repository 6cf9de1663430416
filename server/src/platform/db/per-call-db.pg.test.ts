import { Registry } from '@prometheus-io/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { creator, form } from '../../../../tests/server/actors/battles.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { batchLoader } from './batch-loader.ts'
import { openPg } from './connection/open-pg.ts'
import { registerPoolMetrics } from './connection/pool-metrics.ts'
import { type Db, sqlState } from './db.ts'
import { inCall, perCallDb } from './per-call-db.ts'

const CONNECTIONS = 4

let url: string
let beside: Db
let test: TestApp
beforeEach(async () => {
  url = await newPostgresDatabase()
  beside = await openPg({ url, poolSize: 2 })
  test = await testApp({
    openDb: () => openPg({ url, poolSize: CONNECTIONS }),
    wrapDb: (db) => perCallDb(db, CONNECTIONS, 60_000),
  })
})
afterEach(async () => {
  await test.close()
  await beside.close()
})

it('keeps a call that is stuck on a locked table from exhausting the connections', async () => {
  const people = await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => creator(test)))
  const body = { lessonId: 'what-a-wallet-holds' }
  const claims = await beside.tx(async (tx) => {
    await tx.query('lock table lesson_completions in access exclusive mode')
    const stuck = people.map((person) => person.send('POST', '/api/lessons/complete', body))
    while ((await tx.query('select 1 from pg_locks where not granted')).length === 0);
    const challenges = await Promise.all(
      people.map((person, index) => person.send('POST', '/api/battles', form(people.at(index - 1)?.id ?? ''))),
    )
    expect(challenges.map(({ status }) => status)).toEqual(people.map(() => 200))
    return stuck
  })
  const statuses = (await Promise.all(claims)).map(({ status }) => status)
  expect(new Set(statuses).size).toBe(1)
  expect(statuses[0]).toBeLessThan(500)
})

it('fails with an outage when a slot takes too long', async () => {
  const db = perCallDb(test.ctx.db, 1, 1)
  const held = Promise.withResolvers<void>()
  const first = inCall('one', () => db.tx(() => held.promise))
  const second = await inCall('one', () => db.query('select 1')).catch((error: unknown) => error)
  expect(sqlState(second)).toBe('53400')
  expect(await inCall('other', () => db.query('select 1 as one'))).toEqual([{ one: 1 }])
  expect(await db.query('select 2 as two')).toEqual([{ two: 2 }])
  held.resolve()
  await first
  expect(await inCall('one', () => db.query('select 3 as three'))).toEqual([{ three: 3 }])
})

it('exempts reads shared by several calls from the limit', async () => {
  const db = perCallDb(test.ctx.db, 1, 60_000)
  const read = batchLoader<number, unknown>((keys) => db.query('select unnest($1::int[]) as key', [keys]))
  const held = Promise.withResolvers<void>()
  const first = inCall('one', () => db.tx(() => held.promise))
  expect(await inCall('one', () => read(7))).toEqual({ key: 7 })
  held.resolve()
  await first
})

it('counts who waits for a connection, of the pool and of a call, and shows it by pool', async () => {
  const { ctx } = test
  const [may, has] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let held = 0
  const hold = () =>
    ctx.db.tx(async () => {
      held++
      if (held === CONNECTIONS) has.resolve()
      await may.promise
    })
  const register = new Registry()
  registerPoolMetrics(register, { requests: ctx.db })
  const shown = async () =>
    Object.fromEntries(
      [...(await register.metrics()).matchAll(/^(database_\w+\{[^}]*\}) (\d+)$/gm)].map(([, name, n]) => [
        name,
        Number(n),
      ]),
    )
  // A call has a quarter of the connections, which is one here.
  const mine = inCall('mine', () => [hold(), ctx.db.query('select 1'), ctx.db.query('select 1')])
  const others = [hold(), hold(), hold()]
  await has.promise
  others.push(hold())
  expect(ctx.db.connections?.()).toEqual({ open: CONNECTIONS, idle: 0, waiting: 3 })
  expect(await shown()).toEqual({
    'database_connections{pool="requests",state="busy"}': CONNECTIONS,
    'database_connections{pool="requests",state="idle"}': 0,
    'database_waiting{pool="requests"}': 3,
  })
  may.resolve()
  await Promise.all([...mine, ...others])
  expect(ctx.db.connections?.()).toEqual({ open: CONNECTIONS, idle: CONNECTIONS, waiting: 0 })
  expect((await shown())['database_waiting{pool="requests"}']).toBe(0)
})
