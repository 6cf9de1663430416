import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { failureOf } from '../../../../../tests/server/failure-of.ts'
import { asAppError } from '../../http/answer-error.ts'
import type { Db } from '../db.ts'
import { type DatabaseTimeouts, openPg } from './open-pg.ts'

/** Limits far apart, so that each case shows which one applied. */
const PATIENT: DatabaseTimeouts = {
  idleInTransactionMs: 60_000,
  lockMs: 60_000,
  statementMs: 60_000,
  answerMs: 60_000,
}

let url: string
let steady: Db
beforeAll(async () => {
  url = await newPostgresDatabase({ isMigrated: false })
  steady = await openPg({ url, poolSize: 4 })
  await steady.script('create table counts (id int primary key, n int); insert into counts values (1, 0)')
})
beforeEach(() => steady.script('update counts set n = 0'))
afterAll(() => steady.close())

const addOne = (db: Db) => db.query('update counts set n = n + 1 where id = 1')

async function opened(timeouts: Partial<DatabaseTimeouts>): Promise<Db> {
  const db = await openPg({ url, poolSize: 2, timeouts: { ...PATIENT, ...timeouts } })
  onTestFinished(() => db.close())
  return db
}

describe('a server’s connections', () => {
  it('lose a frozen transaction, which releases its locks', async () => {
    const freezing = await opened({ idleInTransactionMs: 100 })
    const holds = Promise.withResolvers<void>()
    const wakes = Promise.withResolvers<void>()
    const frozen = failureOf(
      freezing.tx(async (tx) => {
        await tx.query('update counts set n = n + 10 where id = 1')
        holds.resolve()
        await wakes.promise
        await tx.query('select 1')
      }),
    )
    await holds.promise
    await addOne(steady)
    wakes.resolve()
    expect(asAppError(await frozen)?.code).toBe('UNAVAILABLE')
    expect(await steady.query('select n from counts')).toEqual([{ n: 1 }])
  })

  it('stop waiting for a held lock, with an outage', async () => {
    const db = await opened({ lockMs: 100 })
    await steady.tx(async (tx) => {
      await tx.query('update counts set n = n + 10 where id = 1')
      const error = await failureOf(addOne(db))
      expect([error.code, asAppError(error)?.status]).toEqual(['55P03', 503])
    })
  })

  it('end a statement that takes too long, with an outage', async () => {
    const db = await opened({ statementMs: 100 })
    const error = await failureOf(db.query('select pg_sleep(30)'))
    expect([error.code, asAppError(error)?.status]).toEqual(['57014', 503])
  })

  it("give up on a database that doesn't respond, and use another connection afterwards", async () => {
    const db = await opened({ answerMs: 100 })
    const error = await failureOf(db.query('select pg_sleep(30)'))
    expect(asAppError(error)?.status).toBe(503)
    const inTransaction = await failureOf(db.tx((tx) => tx.query('select pg_sleep(30)')))
    expect(asAppError(inTransaction)?.status).toBe(503)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('name prepared statements by their text, also across processes', async () => {
    const db = await opened({})
    await db.tx(async (tx) => {
      await tx.query('select n from counts where id = $1', [1])
      await tx.query('select id from counts where n = $1', [0])
      const prepared = await tx.query<{ name: string; statement: string }>(
        'select name, statement from pg_prepared_statements order by statement limit 2',
      )
      expect(prepared.map(({ statement }) => statement)).toEqual([
        'select id from counts where n = $1',
        'select n from counts where id = $1',
      ])
      for (const { name } of prepared) expect(name).toMatch(/^aura_[0-9a-f]{32}$/)
      expect(new Set(prepared.map(({ name }) => name)).size).toBe(2)
    })
  })
})
