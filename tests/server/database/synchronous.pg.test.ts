import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { asAppError } from '../../../server/src/platform/http/answer-error.ts'
import { type PostgresServer, startPostgres } from '../../../tools/postgres/postgres.ts'

const TIMEOUTS = { idleInTransactionMs: 60_000, lockMs: 60_000, statementMs: 200, answerMs: 1_500 }

let postgres: PostgresServer
let beside: Db
beforeAll(async () => {
  postgres = await startPostgres({ settings: { synchronous_commit: 'on' } })
  beside = await openPg({ url: postgres.url, poolSize: 3 })
  await beside.script('create table gifts (key text primary key)')
})
afterAll(async () => {
  await beside.close()
  await postgres.stop()
})

const INSERT = 'insert into gifts values ($1)'

async function setStandby(name: string): Promise<void> {
  await beside.script(`alter system set synchronous_standby_names = '${name}'`)
  await beside.script('select pg_reload_conf()')
}

/** Waits until commits wait: the checkpointer has to read the setting first, and only a commit shows that. */
async function untilCommitsWait(): Promise<void> {
  const isWaiting = async () =>
    (await beside.query(`select 1 from pg_stat_activity where wait_event = 'SyncRep'`)).length
  for (let nr = 0; ; nr++) {
    let isAcknowledged = false
    const commit = beside.query(INSERT, [`${nr}, ${randomUUID()}`]).then(() => {
      isAcknowledged = true
    })
    while (!isAcknowledged) if (await isWaiting()) return void commit
  }
}

describe.each(['directly', 'as through a pooler'])('a commit that waits for a standby, %s', (way) => {
  it('is neither acknowledged nor visible to a retry until the standby has it', async () => {
    const db = await openPg({
      url: postgres.url,
      // With it, each transaction sets its own limits.
      directUrl: way === 'directly' ? null : postgres.url,
      poolSize: 4,
      timeouts: TIMEOUTS,
    })
    const failed = (work: Promise<unknown>) =>
      work.then(
        () => 'acknowledged',
        (error: unknown) => asAppError(error)?.code,
      )
    const keys = [`${way}, alone`, `${way}, in a transaction`]
    const written = 'select key from gifts where key = any($1) order by key'
    await setStandby('elsewhere')
    await untilCommitsWait()
    // A statement's time limit must not end the wait, since PostgreSQL would then acknowledge.
    const outcomes = await Promise.all([
      failed(db.query(INSERT, [keys[0] ?? ''])),
      failed(db.tx((tx) => tx.query(INSERT, [keys[1] ?? '']))),
    ])
    expect(outcomes).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
    expect(await beside.query(written, [keys])).toEqual([])
    await setStandby('')
    await db.close()
    await expect.poll(() => beside.query(written, [keys])).toEqual(keys.map((key) => ({ key })))
  })
})
