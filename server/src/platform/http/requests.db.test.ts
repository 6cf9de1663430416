import { brotliDecompressSync } from 'node:zlib'
import { calls } from '@aura/api/calls'
import type { Call } from '@aura/api/contract/call'
import type { InjectOptions } from 'fastify'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { ORIGIN, testApp } from '../../../../tests/server/test-app.ts'
import { asAppError } from './answer-error.ts'

const UNSAFE = Object.keys(calls).filter((key) => !key.startsWith('GET '))
const pathOf = (key: string) => (key.split(' ')[1] ?? '').replace(/:\w+/g, 'x')
const methodOf = (key: string) => (key.split(' ')[0] ?? '') as 'GET' | 'POST'

const test = openForAll(testApp)
let ada: Actor
beforeAll(async () => {
  ada = await newcomer(test)
})

const inject = (request: InjectOptions) => test.app.inject(request)

describe('a request from elsewhere', () => {
  it.each(UNSAFE)('%s is refused without our origin, whoever asks, and changes nothing', async (key) => {
    const before = await databaseState(test.ctx.db)
    const cookies = Object.fromEntries(ada.cookies)
    for (const origin of [
      undefined,
      'null',
      'http://evil.test',
      `${ORIGIN}:80`,
      `${ORIGIN}.evil.test`,
      'https://aura.test',
    ]) {
      const reply = await inject({
        method: methodOf(key),
        url: pathOf(key),
        cookies,
        payload: {},
        headers: origin === undefined ? {} : { origin },
      })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'ORIGIN_REFUSED'])
    }
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('may read public data', async () => {
    const reply = await inject({ url: '/api/config', headers: { origin: 'http://evil.test' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a response', () => {
  it('is compressed from a kilobyte on, by what the client takes', async () => {
    const read = (url: string, accepted: string) =>
      test.app.inject({ url, cookies: Object.fromEntries(ada.cookies), headers: { 'accept-encoding': accepted } })
    const lessons = '/api/lessons/daily'
    const plain = await read(lessons, 'identity')
    const encodings = []
    for (const accepted of ['gzip, deflate, br', 'gzip', 'identity'])
      encodings.push((await read(lessons, accepted)).headers['content-encoding'])
    expect(encodings).toEqual(['br', 'gzip', undefined])
    const packed = (await read(lessons, 'br')).rawPayload
    expect(JSON.parse(brotliDecompressSync(packed).toString())).toEqual(plain.json())
    expect(packed.length).toBeLessThan(plain.rawPayload.length / 2)
    expect((await read('/api/review', 'br')).headers['content-encoding']).toBeUndefined()
    for (const url of ['/lessons.atom', '/sitemap.xml'])
      expect([url, (await read(url, 'br')).headers['content-encoding']]).toEqual([url, 'br'])
  })
})

describe('a body', () => {
  const post = (payload: string | undefined, headers: Record<string, string> = {}) =>
    inject({
      method: 'POST',
      url: '/api/auth/update-profile',
      cookies: Object.fromEntries(ada.cookies),
      headers: { origin: ORIGIN, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  const json = { 'content-type': 'application/json' }
  const name = async () => (await ada.me()).username
  let before: string
  beforeEach(async () => {
    before = await name()
  })

  async function refused(reply: Awaited<ReturnType<typeof post>>, status: number, code: string): Promise<void> {
    expect(reply.json()).toEqual({
      code,
      message: expect.any(String),
      requestId: reply.headers['x-request-id'],
      ...(reply.json().data ? { data: expect.anything() } : {}),
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await name()).toBe(before)
  }

  it('is accepted up to its limit and refused beyond it', async () => {
    const { bodyBytes } = test.ctx.limits
    const frame = JSON.stringify({ username: 'ada_lovelace', more: '' })
    const fitting = JSON.stringify({ username: 'ada_lovelace', more: 'x'.repeat(bodyBytes - frame.length) })
    await refused(await post(`${fitting} `, json), 413, 'PAYLOAD_TOO_LARGE')
    expect((await post(fitting, json)).statusCode).toBe(200)
    expect(await name()).toBe('ada_lovelace')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'of type %s is refused',
    async (type) => {
      await refused(await post('{"username":"other"}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    },
  )

  it.each(['{', '{"username":}', 'username', '', '{"username":"other"}}', '\u0000'])(
    'that is not JSON is refused: %j',
    async (text) => {
      await refused(await post(text, json), 400, 'INVALID_REQUEST')
    },
  )

  it.each([
    '{"username":"other","__proto__":{"isAdmin":true}}',
    '{"username":"other","constructor":{"prototype":{"isAdmin":true}}}',
    '{"username":"other","\\u005f_proto__":{}}',
  ])('that would reach for prototypes is refused: %s', async (text) => {
    await refused(await post(text, json), 400, 'INVALID_REQUEST')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it.each(['null', '[]', '7', '"text"', '{}', '{"username":7}', '{"username":null}'])(
    'of another shape is refused: %s',
    async (text) => {
      await refused(await post(text, json), 400, 'INVALID_REQUEST')
    },
  )

  it('that is missing is refused, and names the expected fields', async () => {
    const reply = await post(undefined)
    await refused(reply, 400, 'INVALID_REQUEST')
    expect(reply.json().data.issues).toEqual([{ path: 'username', message: expect.any(String) }])
  })
})

describe('a NUL character', () => {
  const nul = { code: 'INVALID_REQUEST', message: 'Text must not contain the NUL character' }
  const withBody = (Object.entries(calls) as [string, Call][]).filter(([, { body }]) => body !== undefined)

  it.each(withBody.map(([key, { body }]) => [key, Object.keys((body as { shape?: object }).shape ?? {})] as const))(
    'is refused in every field of %s',
    async (key, fields) => {
      for (const field of [...fields, 'another']) {
        for (const value of ['a\0b', ['\0'], { deep: [{ er: '\0' }] }, { '\0': 1 }]) {
          const reply = await ada.send(methodOf(key), pathOf(key), { [field]: value })
          expect(reply).toMatchObject({ status: 400, body: nul })
        }
      }
    },
  )

  it.each([
    '/api/check-username?username=a%00b',
    '/api/users/%00',
    '/api/users/search?q=%00',
    '/api/nothing/%00',
    '/%00',
    '/user/%00',
    '/images/%00.webp',
    '/share/profiles/%00.jpg',
    '/api/live?topics=%00',
    '/api/notifications/push?endpoint=https%3A%2F%2Ffcm.googleapis.com%2F%00',
  ])('is refused in an address: %s', async (url) => {
    expect(await ada.send('GET', url)).toMatchObject({ status: 400, body: nul })
  })

  it('is refused by the database where validation missed it', () => {
    for (const code of ['22021', '22P05']) {
      expect(asAppError(Object.assign(new Error('invalid byte sequence'), { code }))?.code).toBe('INVALID_REQUEST')
    }
  })
})

describe('a request fault', () => {
  it('is the client’s failure when it hangs up while sending a body, not an outage', () => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
    expect(asAppError(aborted)?.code).toBe('INVALID_REQUEST')
    expect(asAppError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))?.code).toBe('UNAVAILABLE')
  })
})

describe('an unknown address', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['GET', '/api'],
    ['POST', '/api/config'],
    ['DELETE', '/api/auth/user'],
    ['PUT', '/api/lessons/complete'],
    ['PATCH', '/nothing'],
    ['OPTIONS', '/api/config'],
    ['GET', '/api/auth/user/'],
    ['GET', '/API/config'],
    ['GET', '/api/../api/nothing'],
    ['GET', '/.env'],
    ['GET', '/nothing'],
    ['GET', '//'],
  ])("%s %s is not found, in the API's own format", async (method, url) => {
    const reply = await new Actor(test).send(method, url)
    expect(reply).toMatchObject(refusal(404, 'NOT_FOUND'))
    expect(reply.body).toMatchObject({ requestId: reply.headers['x-request-id'], message: expect.any(String) })
    expect(reply.headers['content-type']).toContain('application/json')
  })

  it('TRACE is refused without echoing the request', async () => {
    for (const headers of [{}, { origin: ORIGIN }]) {
      const reply = await inject({ method: 'TRACE', url: '/api/config', headers: { ...headers, cookie: 'a=secret' } })
      expect(reply.statusCode).toBeGreaterThanOrEqual(400)
      expect(reply.body).not.toContain('secret')
    }
  })
})

describe('every response', () => {
  it('has an id of its own, which no client chooses', async () => {
    const replies = [
      await ada.send('GET', '/api/auth/user', undefined, { 'x-request-id': 'mine' }),
      await ada.send('GET', '/api/auth/user'),
      await ada.send('GET', '/healthz'),
      await ada.send('GET', '/api/nothing'),
    ]
    const ids = replies.map(({ headers }) => String(headers['x-request-id']))
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('carries the headers of data under /api and those of pages elsewhere', async () => {
    const policy = async (url: string) => String((await inject({ url })).headers['content-security-policy'])
    expect(await policy('/api/config')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(await policy('/api/nothing')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(await policy('/api/auth/user')).toBe("default-src 'none';frame-ancestors 'none'")
    for (const url of ['/', '/nothing', '/healthz']) {
      expect(await policy(url)).toMatch(/^default-src 'none';script-src 'self';.*;require-trusted-types-for 'script'$/)
    }
  })

  it('of the API is not stored by shared caches', async () => {
    expect((await ada.send('GET', '/api/auth/user')).headers['cache-control']).toBe('no-store')
    expect((await ada.send('GET', '/api/nothing')).headers['cache-control']).toBe('no-store')
  })
})
