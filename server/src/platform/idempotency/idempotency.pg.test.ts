import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openPg } from '../db/connection/open-pg.ts'
import { claimKey } from './store.ts'

const id = (key: string) => ({ userId: '0d5a0000-0000-4000-8000-000000000000', call: 'POST /a', key })

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
