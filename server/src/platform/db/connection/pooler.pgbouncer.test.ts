import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { type Pooler, startPgbouncer } from '../../../../../tests/server/database/pgbouncer.ts'
import { checkPooler } from '../../doctor/check-pooler.ts'
import type { Db } from '../db.ts'
import { openPg, REQUEST_TIMEOUTS } from './open-pg.ts'
import { assertListens, findBetween } from './pg-route.ts'

/** Fewer than clients, so that transactions meet what others left behind. */
const CONNECTIONS = 2
const CLIENTS = 8

let url: string
let pooler: Pooler
let direct: Db
beforeAll(async () => {
  url = await newPostgresDatabase({ isMigrated: false })
  pooler = await startPgbouncer(url, CONNECTIONS)
  direct = await openPg({ url, poolSize: 4 })
  await direct.script('create table counts (id int primary key, n int); insert into counts values (1, 0)')
})
afterAll(async () => {
  await direct.close()
  await pooler.stop()
})

async function pooled(): Promise<Db> {
  const db = await openPg({ url: pooler.url, directUrl: url, poolSize: CLIENTS, timeouts: REQUEST_TIMEOUTS })
  onTestFinished(() => db.close())
  return db
}

it('many clients share few connections, in and out of transactions', async () => {
  const db = await pooled()
  const add = (by: number) => db.query('update counts set n = n + $1 where id = 1 returning n', [by])
  const addTwice = (by: number) =>
    db.tx(async (tx) => {
      await tx.query('update counts set n = n + $1 where id = 1', [by])
      return tx.query('update counts set n = n + $1 where id = 1 returning n', [by])
    })
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? add(1) : addTwice(10))))
  expect(await direct.query('select n from counts')).toEqual([{ n: 20 + 20 * 20 }])
})

it('is told apart from a direct connection, by the doctor too', async () => {
  expect([await findBetween(url), await findBetween(pooler.url)]).toEqual(['nothing', 'pooler'])
  expect(await checkPooler(await pooled(), { databaseUrl: pooler.url, databaseDirectUrl: url })).toEqual([
    { status: 'ok', text: 'A pooler stands before DATABASE_URL; LISTEN and migrations use DATABASE_DIRECT_URL' },
  ])
})

it('is refused without DATABASE_DIRECT_URL, and at both addresses, with a sentence that says what to do', async () => {
  await assertListens({ databaseUrl: pooler.url, databaseDirectUrl: url })
  await expect(assertListens({ databaseUrl: pooler.url }, 300)).rejects.toThrow(
    "Can't use the PostgreSQL server at DATABASE_URL: it is behind a pooler without session pooling, so LISTEN " +
      'receives nothing. Set DATABASE_DIRECT_URL to an address that leads to PostgreSQL without the pooler',
  )
  await expect(assertListens({ databaseUrl: pooler.url, databaseDirectUrl: pooler.url }, 300)).rejects.toThrow(
    "Can't use the PostgreSQL server at DATABASE_DIRECT_URL: it is behind a pooler",
  )
})
