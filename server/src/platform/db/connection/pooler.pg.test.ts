import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { startPooler } from '../../../../../tests/server/database/pgbouncer.ts'
import type { Pooler } from '../../../../../tests/server/database/transaction-pooler.ts'
import { asAppError } from '../../http/answer-error.ts'
import type { Db } from '../db.ts'
import { openBackgroundDatabase, openDatabase } from './open-database.ts'
import { type DatabaseTimeouts, openPg, REQUEST_TIMEOUTS } from './open-pg.ts'
import { assertListens, findBetween } from './pg-route.ts'

/** Fewer than clients, so that a transaction meets what others left behind. */
const CONNECTIONS = 2
const CLIENTS = 8

let url: string
let pooler: Pooler
let direct: Db
beforeAll(async () => {
  url = await newPostgresDatabase({ isMigrated: false })
  pooler = await startPooler(url, CONNECTIONS)
  direct = await openPg({ url, poolSize: 4 })
  await direct.script('create table counts (id int primary key, n int); insert into counts values (1, 0)')
})
afterAll(async () => {
  await direct.close()
  await pooler.stop()
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it should have failed')
    },
    (error: unknown) => error as Error & { code?: string },
  )

async function withPooled(work: (db: Db) => Promise<void>, timeouts = REQUEST_TIMEOUTS): Promise<void> {
  const db = await openPg({ url: pooler.url, directUrl: url, poolSize: CLIENTS, timeouts })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

interface Used {
  isPooled?: boolean
  timeouts?: DatabaseTimeouts
  options?: string
}

const LIMITS = `select name, setting::int as ms from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`

describe('a database with settings of its own', () => {
  const THEIRS = {
    default_transaction_isolation: 'repeatable read',
    idle_in_transaction_session_timeout: '70s',
    jit: 'on',
    lock_timeout: '80s',
    statement_timeout: '90s',
    timezone: 'America/St_Johns',
  }
  const SHOWN = Object.keys(THEIRS).map(
    (name) => `current_setting('${name.replace('default_transaction', 'transaction')}') as ${name}`,
  )
  const OURS = { default_transaction_isolation: 'read committed', jit: 'off', timezone: 'UTC' }
  const BOUNDED = {
    ...OURS,
    idle_in_transaction_session_timeout: '3s',
    lock_timeout: '8s',
    statement_timeout: '15s',
  }
  const UNBOUNDED = { ...OURS, idle_in_transaction_session_timeout: '0', lock_timeout: '0', statement_timeout: '0' }

  it.each([
    ['directly', { timeouts: REQUEST_TIMEOUTS }, BOUNDED],
    ['directly, without limits', {}, UNBOUNDED],
    ['through a pooler', { isPooled: true, timeouts: REQUEST_TIMEOUTS }, BOUNDED],
    ['through a pooler, without limits', { isPooled: true }, UNBOUNDED],
    ['with options in its address', { options: '-c jit=on -c work_mem=7MB' }, UNBOUNDED],
  ])('is used with ours: %s', async (_, { isPooled = false, timeouts, options }: Used, ours) => {
    const own = await newPostgresDatabase({ isMigrated: false })
    const name = new URL(own).pathname.slice(1)
    for (const [setting, value] of Object.entries(THEIRS)) {
      await direct.script(`alter database ${name} set ${setting} = '${value}'`)
    }
    const address = new URL(own)
    if (options) address.searchParams.set('options', options)
    const between = isPooled ? await startPooler(own, 1) : undefined
    const db = await openPg({ url: between?.url ?? address.href, directUrl: between && own, poolSize: 2, timeouts })
    try {
      expect(await db.query(`select ${SHOWN.join(', ')}`)).toEqual([ours])
      expect(await db.tx((tx) => tx.query(`select ${SHOWN.join(', ')}`))).toEqual([ours])
      if (options) expect(await db.query('show work_mem')).toEqual([{ work_mem: '7MB' }])
    } finally {
      await db.close()
      await between?.stop()
    }
  })
})

describe('behind a transaction pooler', () => {
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

  it('ends a statement that takes too long, with an outage, and goes on', () =>
    withPooled(
      async (db) => {
        const error = await failureOf(db.query('select pg_sleep(30)'))
        expect([error.code, asAppError(error)?.status]).toEqual(['57014', 503])
        expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
      },
      { ...REQUEST_TIMEOUTS, statementMs: 100 },
    ))

  it('reports why a statement failed, and takes nothing of it', () =>
    withPooled(async (db) => {
      await direct.query('update counts set n = 0')
      const error = await failureOf(
        db.query('with added as (update counts set n = n + 1 returning n) select 1 / (n - 1) from added'),
      )
      expect(error.code).toBe('22012')
      expect(await db.query('select n from counts')).toEqual([{ n: 0 }])
    }))

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
})

describe('a server with DATABASE_DIRECT_URL', () => {
  const settings = () => ({ databaseUrl: pooler.url, databaseDirectUrl: url, databasePoolSize: 2, dataDir: '' })
  const SERVED = 'select inet_server_port() as port, current_setting($1) as "limit"'
  const portOf = (address: string) => Number(new URL(address).port)

  it('serves requests and jobs through the pooler, and migrates and backs up past it', async () => {
    const requests = await openDatabase(settings(), REQUEST_TIMEOUTS)
    const jobs = await openBackgroundDatabase(settings(), requests, 2)
    const migrating = await openDatabase(settings())
    const limitOf = async (db: Db) => (await db.query<{ limit: string }>(SERVED, ['statement_timeout']))[0]?.limit
    expect(await Promise.all([limitOf(requests), limitOf(jobs.db), limitOf(migrating)])).toEqual(['15s', '15s', '0'])
    const named = 'select name from pg_prepared_statements'
    // Only past the pooler a statement is prepared for longer than it runs.
    expect(await Promise.all([requests.query(named), jobs.db.query(named)])).toEqual([[], []])
    expect(await migrating.tx((tx) => tx.query(named))).not.toEqual([])
    await Promise.all([jobs.close(), requests.close(), migrating.close()])
  })

  it('tells a direct connection, a proxy and a pooler apart', async () => {
    expect(await findBetween(url)).toBe('nothing')
    expect(await findBetween(pooler.url)).toBe('pooler')
    expect(portOf(url)).not.toBe(portOf(pooler.url))
  })

  it('starts where LISTEN works', async () => {
    await assertListens({ databaseUrl: url })
    await assertListens({ databaseUrl: pooler.url, databaseDirectUrl: url })
  })

  it('refuses a pooler without it, one at both addresses, and another database, and says what to do', async () => {
    await expect(assertListens({ databaseUrl: pooler.url }, 300)).rejects.toThrow(
      "Can't use the PostgreSQL server at DATABASE_URL: it is behind a pooler without session pooling, so LISTEN " +
        'receives nothing. Set DATABASE_DIRECT_URL to an address that leads to PostgreSQL without the pooler',
    )
    await expect(assertListens({ databaseUrl: pooler.url, databaseDirectUrl: pooler.url }, 300)).rejects.toThrow(
      "Can't use the PostgreSQL server at DATABASE_DIRECT_URL: it is behind a pooler",
    )
    const other = await newPostgresDatabase({ isMigrated: false })
    await expect(assertListens({ databaseUrl: pooler.url, databaseDirectUrl: other }, 300)).rejects.toThrow(
      "it hears nothing of what DATABASE_URL writes, so that's another database",
    )
    await expect(
      assertListens({ databaseUrl: url, databaseDirectUrl: 'postgres://nobody@127.0.0.1:9/none' }),
    ).rejects.toThrow("Can't use the PostgreSQL server at DATABASE_DIRECT_URL: connect ECONNREFUSED")
  })
})
