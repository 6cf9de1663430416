import { describe, expect, it, onTestFinished } from 'vitest'
import { signedUp } from '../../../../tests/server/actors/actors.ts'
import { acceptedBattle, step } from '../../../../tests/server/actors/battles.ts'
import { type CollectedSpan, collector } from '../../../../tests/server/collector.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { scheduledJobs } from '../../run-features.ts'
import type { Db } from '../db/db.ts'
import { openTracing } from './open-tracing.ts'
import { tracedDb } from './trace-database.ts'
import { tracedJob } from './trace-job.ts'
import { spanned, type Tracing } from './tracing.ts'

async function tracedApp(answer?: () => number | null, share = 1) {
  const collecting = await collector(answer)
  const tracing = openTracing({ endpoint: collecting.endpoint, share })
  const test = await testApp({ tracing, wrapDb: (db) => tracedDb(db, tracing) })
  onTestFinished(collecting.close)
  onTestFinished(test.close)
  /** Returns the spans so far. None is exported afterwards. */
  const spans = async () => {
    await tracing.close()
    return collecting.spans()
  }
  return { test, tracing, collecting, spans }
}

const below = (all: readonly CollectedSpan[], parent: CollectedSpan | undefined) =>
  all.filter(({ parentSpanId, traceId }) => parentSpanId === parent?.spanId && traceId === parent?.traceId)

const job = (test: TestApp, tracing: Tracing, name: string, db: Db = test.ctx.db) => {
  const log = { info: () => {}, warn: () => {}, error: () => {} } as never
  const found = scheduledJobs({ ...test.ctx, db }, () => {}, log).find((each) => each.name === name)
  if (!found) throw new Error(`there is no job ${name}`)
  return tracedJob(found, tracing)
}

describe('a request', () => {
  it('is one span, with its transaction and statements below it', async () => {
    const { test, spans } = await tracedApp()
    const { ada, id } = await acceptedBattle(test)
    await step(ada, id, 'request-cancellation')
    const all = await spans()
    const request = all.find(({ name }) => name === 'POST /api/battles/:id/request-cancellation')
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: undefined,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/battles/:id/request-cancellation',
        'http.response.status_code': 200,
      },
    })
    const children = below(all, request)
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['select sessions', 'transaction']))
    const inside = below(
      all,
      children.find(({ name }) => name === 'transaction'),
    )
    expect(inside.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['select battles', 'update battles', 'insert battle_steps']),
    )
    const statement = inside.find(({ name }) => name === 'insert battle_steps')
    expect(statement).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql' } })
    expect(statement?.attributes['db.query.text']).toMatch(/^insert into battle_steps .*unnest\(\$1::uuid\[\]/)
    // Every statement belongs to the request that caused it.
    expect(all.filter(({ parentSpanId, name }) => parentSpanId === undefined && !/^(GET|POST) /.test(name))).toEqual([])
  })

  it('leaves nothing in a trace that somebody sent, is called or is known by', async () => {
    const { test, collecting, spans } = await tracedApp()
    const ada = await signedUp(test)
    const { id, username, walletAddress } = await ada.me()
    await ada.send('GET', `/api/users/search?q=${username}`)
    await ada.send('GET', '/nowhere/secret-part?token=secret-query')
    await ada.send(
      'POST',
      '/api/user/username',
      { username: 'a-secret-body' },
      { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    )
    expect((await spans()).length).toBeGreaterThan(20)
    const sent = collecting.bodies.join('\n')
    const secrets = [id, username, walletAddress, walletAddress?.toLowerCase(), ada.cookies.get('aura_session')]
    for (const secret of [...secrets, '127.0.0.1', 'secret-', 'aaaaaaaaaaaaaaaa', 'aura.test', 'cookie'])
      expect(sent).not.toContain(secret)
    expect(collecting.spans().map(({ name }) => name)).toContain('GET /*')
  })

  it('is marked when the server is at fault, by the kind of the error only', async () => {
    const { test, spans } = await tracedApp()
    test.app.get('/fails', async () => {
      throw new Error('of ada@example')
    })
    await test.app.inject('/fails').catch(() => {})
    const [failed] = (await spans()).filter(({ name }) => name === 'GET /fails')
    expect(failed).toMatchObject({
      isError: true,
      attributes: { 'error.type': '500', 'http.response.status_code': 500 },
    })
    expect(JSON.stringify(failed)).not.toContain('example')
  })

  it('is traced as often as the share says', async () => {
    const { test, tracing, spans } = await tracedApp(undefined, 0)
    await signedUp(test)
    expect(await spans()).toEqual([])
    expect(tracing.counts).toEqual({ ended: 0, exported: 0, failed: 0 })
  })
})

describe('a job', () => {
  it('is one span for each batch that did something, and none for rounds without work', async () => {
    const { test, tracing, spans } = await tracedApp()
    const { runBatch } = job(test, tracing, 'trimming')
    while (await runBatch());
    const all = await spans()
    const batches = all.filter(({ name }) => name === 'job trimming')
    expect(batches.length).toBeGreaterThan(10)
    expect(batches.every(({ parentSpanId }) => parentSpanId === undefined)).toBe(true)
    for (const batch of batches) expect(below(all, batch).map(({ name }) => name)).toContain('transaction')
    const traces = new Set(batches.map(({ traceId }) => traceId))
    expect(all.filter(({ traceId }) => !traces.has(traceId))).toEqual([])
  })

  it('is marked when it fails, with the code of the error', async () => {
    const { test, tracing, spans } = await tracedApp()
    const fault = Object.assign(new Error('of ada'), { code: '57P01' })
    const failing = tracedJob(
      { name: 'failing', runBatch: () => Promise.reject(fault), msUntilNextRun: async () => null },
      tracing,
    )
    await expect(failing.runBatch()).rejects.toBe(fault)
    expect(await spans()).toMatchObject([{ name: 'job failing', isError: true, attributes: { 'error.type': '57P01' } }])
    expect(test.app).toBeDefined()
  })
})

describe('a statement outside of any span, or after its span ended', () => {
  it('has none', async () => {
    const { test, tracing, spans } = await tracedApp()
    const { db } = test.ctx
    await db.query('select 1 from users')
    await db.tx((tx) => tx.query('select 2 from users'))
    const span = tracing.start({ name: 'over', kind: 'internal' })
    await span.run(async () => {
      await db.query('select 3 from users')
      span.end()
      await db.query('select 4 from users')
    })
    const texts = (await spans()).map(({ attributes }) => attributes['db.query.text'])
    expect(texts).toEqual(['select 3 from users', undefined])
  })
})

describe('a collector that fails', () => {
  const useful = async (test: TestApp) => (await signedUp(test)).me()

  it.each([
    ['refuses', () => 503],
    ['never answers', () => null],
  ])('and %s costs requests nothing, and the server stops in time', async (_what, answer) => {
    const { test, tracing, collecting } = await tracedApp(answer)
    const warnings: object[] = []
    tracing.reportTo({ warn: (facts) => warnings.push(facts), error: () => {} })
    expect((await useful(test)).username).toBeDefined()
    const beganMs = performance.now()
    await tracing.close()
    expect(performance.now() - beganMs).toBeLessThan(4_000)
    expect(collecting.paths[0]).toBe('POST /v1/traces')
    expect(tracing.counts.exported).toBe(0)
    if (answer() === null) return
    expect(tracing.counts.failed).toBe(tracing.counts.ended)
    expect(warnings).toEqual([{ reason: 'the collector returned status 503' }])
    expect((await useful(test)).username).toBeDefined()
  })

  it('leaves at most 2,048 spans waiting, whatever happens', async () => {
    const { tracing, collecting } = await tracedApp(() => null)
    for (let at = 0; at < 10_000; at++) await spanned(tracing, { name: 'x', kind: 'internal' }, async () => {})
    await tracing.close()
    expect(tracing.counts.ended).toBe(10_000)
    // The first exports never return, and the number of spans waiting behind them is bounded.
    const sent = collecting.spans().length
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(512 + 2_048)
  })

  it('is no reason for a refused connection to reach anybody', async () => {
    const { test, tracing, collecting } = await tracedApp()
    await collecting.close()
    expect((await useful(test)).username).toBeDefined()
    await tracing.close()
    expect(tracing.counts.failed).toBeGreaterThan(0)
  })
})
