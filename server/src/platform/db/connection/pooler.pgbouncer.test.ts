import { afterAll, beforeAll, expect, it } from 'vitest'
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

async function withPooled(work: (db: Db) => Promise<void>, timeouts = REQUEST_TIMEOUTS): Promise<void> {
  const db = await openPg({ url: pooler.url, directUrl: url, poolSize: CLIENTS, timeouts })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

const LIMITS = `select name, setting::int as ms from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`

it('many clients share few connections, in and out of transactions', () =>
  withPooled(async (db) => {
    const add = (by: number) => db.query('update counts set n = n + $1 where id = 1 returning n', [by])
    const addTwice = (by: number) =>
      db.tx(async (tx) => {
        await tx.query('update counts set n = n + $1 where id = 1', [by])
        return tx.query('update counts set n = n + $1 where id = 1 returning n', [by])
      })
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? add(1) : addTwice(10))))
    expect(await direct.query('select n from counts')).toEqual([{ n: 20 + 20 * 20 }])
  }))

it('keeps its limits in every statement and transaction, and leaves none behind', async () => {
  const bounds = { idleInTransactionMs: 4_001, lockMs: 4_002, statementMs: 4_003, answerMs: 9_000 }
  const inForce = [
    { name: 'idle_in_transaction_session_timeout', ms: 4_001 },
    { name: 'lock_timeout', ms: 4_002 },
    { name: 'statement_timeout', ms: 4_003 },
  ]
  await withPooled(async (db) => {
    expect(await db.query(LIMITS)).toEqual(inForce)
    expect(await db.tx((tx) => tx.query(LIMITS))).toEqual(inForce)
  }, bounds)
  const shared = await openPg({ url: pooler.url, directUrl: url, poolSize: 1 })
  const left = await shared.query<{ ms: number }>(LIMITS).finally(() => shared.close())
  expect(left.map(({ ms }) => ms)).toEqual([0, 0, 0])
})

it('prepares no statement by name', () =>
  withPooled(async (db) => {
    await db.query('select n from counts where id = $1', [1])
    const kept = await db.query(`select name from pg_prepared_statements where name <> ''`)
    expect(kept).toEqual([])
  }))

it('hears NOTIFY, since it LISTENs past the pooler', () =>
  withPooled(async (db) => {
    const [opened, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const stop = db.listen?.('pooled_test', {
      onMessage: heard.resolve,
      onGap: opened.resolve,
      onError: heard.reject,
    })
    await opened.promise
    await db.query(`select pg_notify('pooled_test', 'hello')`)
    expect(await heard.promise).toBe('hello')
    await stop?.()
  }))

it('is told apart from a direct connection, by the doctor too', async () => {
  expect([await findBetween(url), await findBetween(pooler.url)]).toEqual(['nothing', 'pooler'])
  await withPooled(async (db) => {
    expect(await checkPooler(db, { databaseUrl: pooler.url, databaseDirectUrl: url })).toEqual([
      { status: 'ok', text: 'A pooler stands before DATABASE_URL; LISTEN and migrations use DATABASE_DIRECT_URL' },
    ])
  })
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
