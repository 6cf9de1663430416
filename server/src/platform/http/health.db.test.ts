import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { buildApp } from '../../app.ts'
import { defaultLimits } from '../../limits.ts'
import { openPg } from '../db/connection/open-pg.ts'
import type { Db } from '../db/db.ts'

/** Prometheus gives up after this time by default. */
const SCRAPE_MS = 10_000

describe('without a token', () => {
  const test = openForAll(testApp)
  afterEach(() => void vi.useRealTimers())

  it('counts responses by route and status class', async () => {
    await test.app.inject({ url: '/api/config' })
    await test.app.inject({ url: '/api/config' })
    await test.app.inject({ url: '/api/auth/user' })
    await test.app.inject({ url: `/api/beta-access/0x${'a'.repeat(40)}` })
    await test.app.inject({ url: '/made/up?by=anybody' })
    await test.app.inject({ url: '/api/made-up-too' })
    const reply = await test.app.inject({ url: '/metrics' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^text\/plain/)
    const count = (labels: string) =>
      Number(new RegExp(`^http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(reply.body)?.[1])
    expect(count('method="GET",route="/api/config",status="2xx"')).toBe(2)
    expect(count('method="GET",route="/api/auth/user",status="4xx"')).toBe(1)
    expect(count('method="GET",route="/api/beta-access/:walletAddress",status="2xx"')).toBe(1)
    expect(count('method="GET",route="/\\*",status="4xx"')).toBe(2)
    expect(reply.body).toContain('process_cpu_seconds_total')
    expect(reply.body).not.toMatch(/made-up|made\/up|0xaaaa/)
  })

  it('counts separately for each server in a process', async () => {
    const other = await buildApp(test.ctx)
    await other.inject({ url: '/api/stats' })
    const [mine, theirs] = [await test.app.inject({ url: '/metrics' }), await other.inject({ url: '/metrics' })]
    await other.close()
    expect(theirs.body).toContain('route="/api/stats"')
    expect(mine.body).not.toContain('route="/api/stats"')
  })

  it('shows its other metrics in time while the database never answers', async () => {
    const never = () => new Promise<never>(() => {})
    const app = await buildApp({ ...test.ctx, db: { ...test.ctx.db, query: never, tx: never } })
    await app.ready()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }).setTimerTickMode('nextTimerAsync')
    const fromMs = Date.now()
    const { body } = await app.inject({ url: '/metrics' })
    expect(Date.now() - fromMs).toBeLessThan(SCRAPE_MS)
    expect(body).toContain('process_cpu_seconds_total')
    for (const unknown of ['steeze_reserves_difference', 'audit_findings', 'chain_read_timestamp_seconds']) {
      expect(body).toMatch(new RegExp(`^${unknown} Nan$`, 'm'))
    }
    vi.useRealTimers()
    await app.close()
  })
})

describe('with a token', () => {
  const metricsToken = 'a token of the operator'
  const test = openForAll(() => testApp({ settings: { metricsToken } }))

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer wrong',
    `bearer ${metricsToken}`,
    metricsToken,
    `Bearer ${metricsToken} `.repeat(2),
  ])('hides its metrics and what it sees of the proxy from a request with %j', async (authorization) => {
    for (const url of ['/metrics', '/connection']) {
      const reply = await test.app.inject({ url, headers: authorization === undefined ? {} : { authorization } })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'NOT_FOUND'])
      expect(reply.body).not.toMatch(/http_request|127\.0\.0\.1/)
    }
  })

  it('shows them to a request with the token', async () => {
    const reply = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('http_request_duration_seconds')
  })

  it('tells a request with the token how it sees it', async () => {
    const headers = { authorization: `Bearer ${metricsToken}`, host: 'inner:3000', 'x-forwarded-for': '203.0.113.7' }
    const reply = await test.app.inject({ url: '/connection', headers })
    // No proxy is trusted here.
    expect([reply.statusCode, reply.json(), reply.headers['cache-control']]).toEqual([
      200,
      { address: '127.0.0.1', peer: '127.0.0.1', forwardedFor: '203.0.113.7', host: 'inner:3000' },
      'no-store',
    ])
  })
})

describe('while it stops', () => {
  const test = openForAll(testApp)

  /** Starts a server whose queries report that they began, and wait. */
  async function slowApp(prepare: (app: FastifyInstance) => unknown = () => {}) {
    const [begun, answers] = [gate(), gate()]
    const events: string[] = []
    const { db } = test.ctx
    const slowDb: Db = {
      ...db,
      async query(text, values) {
        begun.open()
        await answers.opened
        const rows = await db.query(text, values)
        events.push('query')
        return rows as never
      },
    }
    const app = await buildApp({ ...test.ctx, db: slowDb })
    prepare(app)
    await app.listen({ port: 0, host: '127.0.0.1' })
    return { app, port: (app.server.address() as AddressInfo).port, begun, answers, events }
  }

  it('is not ready, and finishes the requests under way', async () => {
    const stops = gate()
    const { app, port, begun, answers } = await slowApp((app) => app.addHook('preClose', () => stops.opened))
    const slow = statusOf(port, '/api/stats')
    await begun.opened
    const stopped = app.close()
    expect(await statusOf(port, '/readyz')).toBe(503)
    const refused = await fetch(`http://127.0.0.1:${port}/api/config`)
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close'])
    expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' })
    answers.open()
    expect(await slow).toBe(200)
    stops.open()
    await stopped
    await expect(statusOf(port, '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('closes a connection that a proxy keeps open, once the request under way is answered', async () => {
    const { app, port, begun, answers } = await slowApp()
    const agent = new Agent({ keepAlive: true })
    const slow = statusOf(port, '/api/stats', agent)
    await begun.opened
    const listening = new Promise<void>((resolve) => {
      const close = app.server.close.bind(app.server)
      // The response is sent only after the server has closed idle connections.
      app.server.close = (done) => {
        setImmediate(resolve)
        return close(done)
      }
    })
    const stopped = app.close()
    await listening
    answers.open()
    expect(await slow).toBe(200)
    await stopped
    agent.destroy()
  })

  it('leaves the load balancer first, and serves whoever still comes', async () => {
    const app = await buildApp(test.ctx)
    app.leaveBalancer()
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
    for (const url of ['/healthz', '/api/config', '/api/stats'])
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200])
    await app.close()
  })

  it('finishes handlers of clients that hung up before the database closes', async () => {
    const { app, port, begun, answers, events } = await slowApp()
    const sent = request({ port, path: '/api/stats', host: '127.0.0.1', agent: false })
    sent.on('error', () => {}).end()
    await begun.opened
    const listenerEnded = once(app.server, 'close')
    sent.destroy()
    const stopped = app.close().then(() => events.push('closed'))
    await listenerEnded
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    answers.open()
    await stopped
    expect(events).toContain('query')
    expect(events.at(-1)).toBe('closed')
  })
})

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

function statusOf(port: number, path: string, agent: Agent | false = false): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, host: '127.0.0.1', agent }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('readiness', () => {
  let url: string
  let beside: Db
  beforeEach(async () => {
    url = await newPostgresDatabase()
    beside = await openPg({ url, poolSize: 2 })
  })
  afterEach(() => beside.close())

  const readyz = async ({ app }: TestApp) => {
    const reply = await app.inject({ url: '/readyz' })
    return [reply.statusCode, reply.json()]
  }

  it('is ready while the database is writable, and not while a table is locked', async () => {
    const test = await testApp({ openDb: () => openPg({ url, poolSize: 4 }) })
    expect(await readyz(test)).toEqual([200, { ok: true }])
    await beside.tx(async (tx) => {
      await tx.query('lock table battles in exclusive mode')
      expect(await readyz(test)).toEqual([503, { ok: false }])
    })
    expect(await readyz(test)).toEqual([200, { ok: true }])
    await test.close()
  })

  it('is ready while a table of an extension is locked', async () => {
    await beside.script('create table of_extension (id int); alter extension pg_trgm add table of_extension')
    const test = await testApp({ openDb: () => openPg({ url, poolSize: 4 }) })
    await beside.tx(async (tx) => {
      await tx.query('lock table of_extension in exclusive mode')
      expect(await readyz(test)).toEqual([200, { ok: true }])
    })
    await test.close()
  })

  it.each([
    ['is read-only', 'default_transaction_read_only=on'],
    // Writing to disk then fails with an error of the same class as a full disk.
    ['has no room on its disk', 'temp_file_limit=0'],
  ])('is not ready while the database %s', async (_, option) => {
    const address = new URL(url)
    address.searchParams.set('options', `-c ${option}`)
    const test = await testApp({ openDb: () => openPg({ url: address.href, poolSize: 4 }) })
    expect(await readyz(test)).toEqual([503, { ok: false }])
    await test.close()
  })

  it('responds within a second that it is not ready when the database hangs', async () => {
    const frozen = Promise.withResolvers<never>()
    let checks = 0
    const test = await testApp({
      limits: { readinessMs: defaultLimits.readinessMs },
      openDb: () => openPg({ url, poolSize: 4 }),
      wrapDb: (db) => ({
        ...db,
        tx: () => {
          checks++
          return frozen.promise
        },
      }),
    })
    expect(await Promise.all(Array.from({ length: 20 }, () => readyz(test)))).toEqual(
      Array.from({ length: 20 }, () => [503, { ok: false }]),
    )
    expect(checks).toBe(1)
    frozen.reject(new Error('frozen'))
    await test.close()
  })
})
