import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { startPgbouncer } from '../database/pgbouncer.ts'
import { testSettings } from '../test-settings.ts'
import type { Arena } from './arena.ts'
import { type Person, send } from './people.ts'
import { type ProductServer, refusedStart } from './product-server.ts'
import { openStage } from './stage.ts'
import { startTraffic } from './traffic.ts'

/** Far below the 138 that two servers hold open. */
const CONNECTIONS = 12
const CROWD = { gift: 3, claim: 2, challenge: 2, read: 2 }
const LASTS_MS = 6_000
const AMOUNT = 907

/** Resolves once a stream of one server shows a gift taken by the other. */
async function seesGiftOf(
  giver: Person,
  { battle, at, seenAt }: { battle: Arena; at: ProductServer; seenAt: ProductServer },
): Promise<void> {
  const headers = { origin: testSettings.origin, 'x-forwarded-for': '10.250.0.1' }
  const stream = await fetch(`http://127.0.0.1:${seenAt.port}/api/live?topics=battle:${battle.id}`, { headers })
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let seen = (await reader.read()).value ?? ''
  const body = { battleId: battle.id, participantId: battle.sides[0], amount: AMOUNT }
  const { status } = await send(at.port, giver, { method: 'POST', path: '/api/battles/gift', body, key: randomUUID() })
  expect(status).toBe(200)
  while (!seen.includes(`:${AMOUNT},`)) seen += (await reader.read()).value ?? ''
  await reader.cancel()
}

it('serves everything through a transaction pooler, and viewers of both servers see each other’s gifts [access.transaction-pooler]', async () => {
  let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined
  const stage = await openStage({
    servers: 2,
    async throughPooler(databaseUrl) {
      pooler = await startPgbouncer(databaseUrl, CONNECTIONS)
      return { url: pooler.url, settings: { DATABASE_DIRECT_URL: databaseUrl } }
    },
  })
  const dir = mkdtempSync(join(tmpdir(), 'aura-pooled-'))
  try {
    const { battles, people } = await stage.gather(CROWD)
    const traffic = startTraffic({ servers: () => stage.servers, crowd: CROWD, people, battles, seed: 3 })
    await pause(LASTS_MS)
    const db = await openPg({ url: stage.database.url, poolSize: 1 })
    const rows = await db.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = 'aura' and pid <> pg_backend_pid() group by 1`,
    )
    await db.close()
    await traffic.finish()
    const [first, second] = stage.servers as [ProductServer, ProductServer]
    const { battles: quiet, bystander } = await stage.gather({})
    await seesGiftOf(bystander, { battle: quiet[0], at: first, seenAt: second })
    await seesGiftOf(bystander, { battle: quiet[1] as Arena, at: second, seenAt: first })
    const outcome = await stage.compare(traffic, ({ status }) => status !== 200)
    expect(outcome).toEqual({ lost: [], doubled: [], failed: [], broken: [] })
    expect(traffic.heard.length).toBeGreaterThan(40)
    const connections = new Map(rows.map(({ name, count }) => [name, count]))
    // Besides the pooler's, each server holds a single connection, for LISTEN.
    expect(connections.get('aura live')).toBe(2)
    const others = rows.filter(({ name }) => name !== 'aura live')
    expect(others.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(CONNECTIONS + 4)
    expect(await refusedStart({ databaseUrl: pooler?.url ?? '', dir })).toEqual({
      code: 1,
      said: expect.stringMatching(/it is behind (PgBouncer|a pooler)/),
    })
  } finally {
    await stage.close()
    await pooler?.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
