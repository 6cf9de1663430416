import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { testSettings } from '../../../../tests/server/test-settings.ts'
import { PreparedAnswer, prepared } from './prepared-answer.ts'

describe('a prepared response', () => {
  async function ask(headers: Record<string, string> = {}, value: unknown = { total: 7 }) {
    const app = Fastify()
    app.get('/', (_request, reply) => new PreparedAnswer(value, { 'x-content-type-options': 'nosniff' }).send(reply))
    const reply = await app.inject({ url: '/', headers })
    await app.close()
    return reply
  }

  it('is JSON with an ETag of its content', async () => {
    const reply = await ask()
    expect([reply.statusCode, reply.json()]).toEqual([200, { total: 7 }])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect((await ask({}, { total: 8 })).headers.etag).not.toBe(reply.headers.etag)
  })

  it('is compressed for who takes it', async () => {
    const reply = await ask({ 'accept-encoding': 'gzip, deflate, br' })
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(reply.rawPayload.length),
      vary: 'accept-encoding',
      etag: (await ask()).headers.etag,
    })
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString())).toEqual({ total: 7 })
    expect((await ask({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
  })

  it('is not sent again to a client that has it, by a weak or listed ETag, too', async () => {
    const etag = String((await ask()).headers.etag)
    const again = await ask({ 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    for (const known of [`W/${etag}`, `"x", W/${etag}, "y"`, `"x,y",${etag}`, '*']) {
      expect((await ask({ 'if-none-match': known })).statusCode).toBe(304)
    }
    for (const other of ['"x"', `x${etag.slice(1)}`, '']) {
      expect((await ask({ 'if-none-match': other })).statusCode).toBe(200)
    }
    expect((await ask({ 'if-none-match': etag }, { total: 8 })).statusCode).toBe(200)
  })
})

const handed = (clock: TestClock) => ({ clock, settings: testSettings })

describe('responses that may be this old', () => {
  it('are made once for all concurrent requests, and again after', async () => {
    const clock = new TestClock()
    let made = 0
    const answer = prepared(handed(clock), 1_000, async () => ++made)
    const [first, second] = await Promise.all([answer(), answer()])
    expect(first).toBe(second)
    clock.advance({ ms: 999 })
    expect(await answer()).toBe(first)
    clock.advance({ ms: 1 })
    expect(await answer()).not.toBe(first)
    expect(made).toBe(2)
  })

  it('get no older when the clock is set back', async () => {
    const clock = new TestClock()
    const answer = prepared(handed(clock), 1_000, async () => ({}))
    const first = await answer()
    clock.step(-3_600_000)
    expect(await answer()).toBe(first)
    clock.advance({ ms: 1_000 })
    expect(await answer()).not.toBe(first)
  })

  it('are made for each request when the maximum age is 0', async () => {
    let made = 0
    const answer = prepared(handed(new TestClock()), 0, async () => ++made)
    await answer()
    await answer()
    expect(made).toBe(2)
  })

  it('are not cached when making them failed', async () => {
    let made = 0
    const answer = prepared(handed(new TestClock()), 1_000, async () => {
      if (++made === 1) throw new Error('away')
      return made
    })
    expect((await Promise.allSettled([answer(), answer()])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect(await answer()).toBeInstanceOf(PreparedAnswer)
    expect(made).toBe(2)
  })
})
