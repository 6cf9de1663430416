import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../test/database/open-test-database.ts'
import { openPg } from '../db/open-pg.ts'
import { claimKey } from './store.ts'

const id = (key: string) => ({ userId: '0d5a0000-0000-4000-8000-000000000000', call: 'POST /a', key })

it('skips locked rows when it drops expired responses', async () => {
  const address = new URL(await newPostgresDatabase())
  // A regression fails by lock timeout instead of hanging this test.
  address.searchParams.set('options', '-c lock_timeout=5s')
  const db = await openPg({ url: address.href, poolSize: 2 })
  const claim = (key: string, at: string) =>
    claimKey(db, id(key), { requestHash: 'of a request', attempt: key, now: new Date(at), lifeMs: 1_000, runMs: 1_000 })
  try {
    for (const key of ['first', 'second', 'third']) await claim(key, '2026-03-02T12:00:00Z')
    const [locked, claimed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const busy = db.tx(async (tx) => {
      await tx.query(`select 1 from idempotent_answers where key = 'second' for update`)
      locked.resolve()
      await claimed.promise
    })
    await locked.promise
    await claim('fourth', '2026-03-02T12:00:02Z').finally(claimed.resolve)
    await busy
    const rows = await db.query('select key from idempotent_answers order by key')
    expect(rows).toEqual([{ key: 'fourth' }, { key: 'second' }])
  } finally {
    await db.close()
  }
})

it('gives a key to one of many concurrent requests on several servers', async () => {
  const url = await newPostgresDatabase()
  const servers = await Promise.all([1, 2].map(() => openPg({ url, poolSize: 4 })))
  try {
    for (let round = 0; round < 10; round++) {
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          claimKey(servers[at % 2] as (typeof servers)[number], id(`key-${round}`), {
            requestHash: 'of a request',
            attempt: `attempt ${at}`,
            now: null,
            lifeMs: 1_000_000,
            runMs: 60_000,
          }),
        ),
      )
      expect(claims.filter((known) => known === undefined)).toHaveLength(1)
      expect(claims.filter((known) => known?.isRunning)).toHaveLength(7)
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
})
