import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { failureOf } from '../../../../../tests/server/failure-of.ts'
import { asAppError } from '../../http/answer-error.ts'
import type { Db } from '../db.ts'
import { openBackgroundDatabase, openDatabase } from './open-database.ts'
import { type DatabaseTimeouts, DatabaseUnusable, openPg, REQUEST_TIMEOUTS } from './open-pg.ts'
import { assertListens, findBetween } from './pg-route.ts'

let url: string
let other: string
let direct: Db
beforeAll(async () => {
  url = await newPostgresDatabase({ isMigrated: false })
  other = await newPostgresDatabase({ isMigrated: false })
  direct = await openPg({ url, poolSize: 4 })
  await direct.script('create table counts (id int primary key, n int); insert into counts values (1, 0)')
})
afterAll(() => direct.close())

async function pooled(timeouts = REQUEST_TIMEOUTS): Promise<Db> {
  const db = await openPg({ url, directUrl: other, poolSize: 1, timeouts })
  onTestFinished(() => db.close())
  return db
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
    ['as through a pooler', { isPooled: true, timeouts: REQUEST_TIMEOUTS }, BOUNDED],
    ['as through a pooler, without limits', { isPooled: true }, UNBOUNDED],
    ['with options in its address', { options: '-c jit=on -c work_mem=7MB' }, UNBOUNDED],
  ])('is used with ours: %s', async (_, { isPooled = false, timeouts, options }: Used, ours) => {
    const own = await newPostgresDatabase({ isMigrated: false })
    const name = new URL(own).pathname.slice(1)
    for (const [setting, value] of Object.entries(THEIRS)) {
      await direct.script(`alter database ${name} set ${setting} = '${value}'`)
    }
    const address = new URL(own)
    if (options) address.searchParams.set('options', options)
    const db = await openPg({ url: address.href, directUrl: isPooled ? own : null, poolSize: 2, timeouts })
    onTestFinished(() => db.close())
    expect(await db.query(`select ${SHOWN.join(', ')}`)).toEqual([ours])
    expect(await db.tx((tx) => tx.query(`select ${SHOWN.join(', ')}`))).toEqual([ours])
    if (options) expect(await db.query('show work_mem')).toEqual([{ work_mem: '7MB' }])
  })
})

/** Two databases stand for a pooler's address and the direct one. pooler.pgbouncer.test.ts asks a pooler. */
describe('a server with DATABASE_DIRECT_URL', () => {
  const nameOf = (address: string) => new URL(address).pathname.slice(1)

  it('keeps its limits in every statement and transaction, and leaves nothing on the connection [access.transaction-pooler]', async () => {
    const bounds = { idleInTransactionMs: 4_001, lockMs: 4_002, statementMs: 4_003, answerMs: 9_000 }
    const inForce = [
      { name: 'idle_in_transaction_session_timeout', ms: 4_001 },
      { name: 'lock_timeout', ms: 4_002 },
      { name: 'statement_timeout', ms: 4_003 },
    ]
    const db = await pooled(bounds)
    expect(await db.query(LIMITS)).toEqual(inForce)
    expect(await db.tx((tx) => tx.query(LIMITS))).toEqual(inForce)
    await db.query('select n from counts where id = $1', [1])
    // The statement is outside a transaction, on the same connection.
    await db.script(`create table limits_left as ${LIMITS}; create table statements_left as
      select name from pg_prepared_statements where name <> ''`)
    expect(await direct.query('select distinct ms from limits_left')).toEqual([{ ms: 0 }])
    expect(await direct.query('select name from statements_left')).toEqual([])
  })

  it('ends a statement that takes too long, with an outage, and goes on', async () => {
    const db = await pooled({ ...REQUEST_TIMEOUTS, statementMs: 100 })
    const error = await failureOf(db.query('select pg_sleep(30)'))
    expect([error.code, asAppError(error)?.status]).toEqual(['57014', 503])
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('reports why a statement failed, and takes nothing of it', async () => {
    const db = await pooled()
    await direct.query('update counts set n = 0')
    const error = await failureOf(
      db.query('with added as (update counts set n = n + 1 returning n) select 1 / (n - 1) from added'),
    )
    expect(error.code).toBe('22012')
    expect(await db.query('select n from counts')).toEqual([{ n: 0 }])
  })

  it('LISTENs there', async () => {
    const db = await pooled()
    const [opened, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const stop = db.listen?.('pooled_test', {
      onMessage: heard.resolve,
      onGap: opened.resolve,
      onError: heard.reject,
    })
    await opened.promise
    const past = await openPg({ url: other, poolSize: 1 })
    await past.query(`select pg_notify('pooled_test', 'hello')`)
    await past.close()
    expect(await heard.promise).toBe('hello')
    await stop?.()
  })

  it('sends requests and jobs to DATABASE_URL, and migrates and backs up past it', async () => {
    const settings = { databaseUrl: url, databaseDirectUrl: other, databasePoolSize: 2 }
    const requests = await openDatabase(settings, REQUEST_TIMEOUTS)
    const jobs = await openBackgroundDatabase(settings, 2)
    const migrating = await openDatabase(settings)
    const ASKED = `select current_database() as name, current_setting('statement_timeout') as "limit"`
    expect(await Promise.all([requests.query(ASKED), jobs.query(ASKED), migrating.query(ASKED)])).toEqual([
      [{ name: nameOf(url), limit: '15s' }],
      [{ name: nameOf(url), limit: '15s' }],
      [{ name: nameOf(other), limit: '0' }],
    ])
    await Promise.all([jobs.close(), requests.close(), migrating.close()])
  })

  it('starts where LISTEN works, refuses another database or none, and says what to do', async () => {
    await assertListens({ databaseUrl: url })
    await assertListens({ databaseUrl: url, databaseDirectUrl: url })
    await expect(assertListens({ databaseUrl: url, databaseDirectUrl: other }, 1_000)).rejects.toThrow(
      "it hears nothing of what DATABASE_URL writes, so that's another database",
    )
    await expect(
      assertListens({ databaseUrl: url, databaseDirectUrl: 'postgres://nobody@127.0.0.1:9/none' }),
    ).rejects.toThrow("Can't use the PostgreSQL server at DATABASE_DIRECT_URL: connect ECONNREFUSED")
    expect(new DatabaseUnusable(new Error('unsupported startup parameter: statement_timeout')).message).toBe(
      "Can't use the PostgreSQL server at DATABASE_URL: it is behind PgBouncer, which keeps no limits of a session. " +
        'Set DATABASE_DIRECT_URL to its address without PgBouncer',
    )
    expect(await findBetween(url)).toBe('nothing')
  })
})
