import { once } from 'node:events'
import { connect } from 'node:net'
import { MAX_LIVE_TOPICS } from '@aura/api/rules/live'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { type OpenStream, openStream, portOf } from '../../../../tests/server/live-stream.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { defaultLimits } from '../../limits.ts'
import { liveMarker } from './live-answer.ts'

/** A test that changes boards has its own. */
const shown = new Map<string, unknown>(['a', 'newest', 'beside'].map((id) => [id, 1]))
const board = {
  kind: 'board',
  access: 'everyone' as const,
  hasViewers: true,
  read: async (id: string) =>
    shown.has(id) ? [liveMarker('GET /api/battles/:id', { params: { id } }, shown.get(id))] : null,
}
const live = { ...defaultLimits.live, fastestMs: 0, streamsPerUser: 3 }

let test: TestApp
const streams: OpenStream[] = []
beforeAll(async () => {
  test = await testApp({ moreLive: [board], limits: { live } })
})
afterAll(async () => {
  for (const stream of streams) stream.close()
  await test.close()
})

async function open(actor: Actor, topics: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const stream = await openStream(test, actor, topics, headers)
  streams.push(stream)
  return stream
}
const post = (id: string, value: unknown) => {
  shown.set(id, value)
  test.ctx.live.changed(`board:${id}`)
}

describe("a user's own stream", () => {
  it("starts with the user's complete state, and follows it [frame.live-updates]", async () => {
    const ada = await newcomer(test)
    const me = await ada.me()
    const stream = await open(ada, 'user')
    expect(stream).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream', connection: 'close' } })
    const first = await stream.next()
    expect(first).toMatchObject({ topic: `user:${me.id}`, id: `user:${me.id}@${first.version}` })
    expect(first.state).toEqual({
      '/api/auth/user': me,
      '/api/notifications': [],
      '/api/steeze/balance': { battleEarnedSteeze: 0, purchasedSteeze: 0 },
    })

    await learn(ada)
    const second = await stream.next()
    expect(second.version).toBeGreaterThan(first.version)
    expect(second.state?.['/api/auth/user']).toEqual(await ada.me())
    expect(second.state?.['/api/auth/user']).not.toEqual(me)
  })

  it("can't be opened by anybody else, under any name", async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { id } = await bo.me()
    expect(await open(ada, `user:${id}`)).toMatchObject({ status: 403 })
    expect(await open(new Actor(test), 'user')).toMatchObject({ status: 401 })
    expect(await open(new Actor(test), `user:${id}`)).toMatchObject({ status: 401 })
    const stream = await open(bo, `user:${id}`)
    await stream.next()
    await learn(ada)
    await learn(bo)
    expect((await stream.next()).state?.['/api/auth/user']).toEqual(await bo.me())
  })
})

describe('a public stream', () => {
  it('is not closed for a browser that is silent', async () => {
    const connected = once(test.app.server, 'connection')
    const stream = await open(new Actor(test), 'board:a')
    await stream.next()
    const [socket] = await connected
    expect(socket.timeout).toBe(0)
  })

  it('sends the whole newest state of the requested topics only', async () => {
    const stream = await open(new Actor(test), 'board:newest,board:none')
    const firsts = [await stream.next(), await stream.next()]
    expect(firsts.map(({ topic, state }) => [topic, state]).sort()).toEqual([
      ['board:newest', { '/api/battles/newest*': 1 }],
      ['board:none', null],
    ])
    post('beside', 2)
    post('newest', 2)
    expect(await stream.next()).toMatchObject({ topic: 'board:newest', state: { '/api/battles/newest*': 2 } })
  })

  it('follows everything that ten tabs may show, and resumes it without repeating seen states', async () => {
    const ids = Array.from({ length: MAX_LIVE_TOPICS }, (_, at) => `${at}-`.padEnd(64, 'x'))
    const topics = ids.map((id) => `board:${id}`).join()
    const [visitor, other] = [new Actor(test), new Actor(test)]
    const cut = await open(visitor, topics)
    const seen = []
    for (const _ of ids) seen.push((await cut.next()).id)
    const beside = await open(other, topics)
    for (const _ of ids) await beside.next()
    cut.close()
    const [missed = '', resumedId = ''] = ids
    post(missed, 'changed meanwhile')
    await beside.next()
    const resumed = await open(visitor, topics, { 'last-event-id': seen.join(' ') })
    const next = async () => Object.values((await resumed.next()).state ?? {})
    expect([resumed.status, await next()]).toEqual([200, ['changed meanwhile']])
    post(resumedId, 'and now')
    expect(await next()).toEqual(['and now'])
  })

  it.each([
    '',
    'nothing',
    'board:a,nothing',
    'BOARD:a',
    'board:a%20b',
    'board:%27',
    Array(MAX_LIVE_TOPICS + 1)
      .fill('board:a')
      .map((t, i) => t + i)
      .join(),
  ])('is refused for invalid topics: %j', async (topics) => {
    expect(await open(new Actor(test), topics)).toMatchObject({ status: 400 })
  })

  it('is refused to pages from elsewhere', async () => {
    for (const headers of [{ origin: 'http://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect(await open(new Actor(test), 'board:a', headers)).toMatchObject({ status: 403 })
    }
    expect(await open(new Actor(test), 'board:a', { 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 })
  })

  it('has no HEAD', async () => {
    expect((await test.app.inject({ method: 'HEAD', url: '/api/live?topics=board:a' })).statusCode).toBe(404)
  })
})

describe('the session', () => {
  it('ends its streams when it ends, and no other', async () => {
    const key = generatePrivateKey()
    const [laptop, phone] = [new Actor(test, key), new Actor(test, key)]
    await laptop.signIn()
    await phone.signIn()
    const [mine, other] = [await open(laptop, 'user'), await open(phone, 'user')]
    await mine.next()
    await other.next()
    await laptop.call('POST /api/auth/logout')
    expect(await mine.next()).toMatchObject({ end: 'session' })
    await mine.ended
    await learn(phone)
    expect((await other.next()).state?.['/api/auth/user']).toEqual(await phone.me())
  })

  it('ends its streams when it is replaced in the same browser', async () => {
    const ada = await newcomer(test)
    const stream = await open(ada, 'user')
    await stream.next()
    await ada.signIn()
    expect(await stream.next()).toMatchObject({ end: 'session' })
  })
})

it('closes an ended stream even if the browser does not, so that it counts no longer', async () => {
  const ada = await newcomer(test)
  const { id } = await ada.me()
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const port = await portOf(test)
  const sockets = Array.from({ length: live.streamsPerUser }, () => connect({ port, allowHalfOpen: true }))
  const texts = sockets.map(async (socket) => {
    socket.write(`GET /api/live?topics=user HTTP/1.1\r\nHost: aura.test\r\nCookie: ${cookie}\r\n\r\n`)
    let text = ''
    for await (const part of socket) {
      text += part
      if (part.includes('data: ')) socket.emit('told')
    }
    return text
  })
  await Promise.all(sockets.map((socket) => once(socket, 'told')))
  await test.ctx.db.query('delete from sessions where user_id = $1', [id])
  test.ctx.live.changed(`sessions:${id}`)
  for (const text of await Promise.all(texts)) expect(text).toMatch(/event: end\ndata: \{"reason":"session"\}\n\n$/)
  await ada.signIn()
  await expect.poll(async () => (await open(ada, 'user')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

describe('viewers', () => {
  const count = () => test.ctx.live.viewers.count('board:viewed')

  it('are people and visitors with an open stream, each once [battles.viewers-distinct] [battles.viewers-visitor-cookie]', async () => {
    const ada = await newcomer(test)
    const [visitor, other] = [new Actor(test), new Actor(test)]
    await open(ada, 'board:viewed')
    await open(ada, 'board:viewed,user')
    expect(count()).toBe(1)
    const first = await open(visitor, 'board:viewed')
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^aura_visitor=[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await open(visitor, 'board:viewed')).headers['set-cookie']).toBeUndefined()
    expect(count()).toBe(2)
    await open(other, 'board:viewed')
    expect(count()).toBe(3)
    for (let i = 0; i < 5; i++) await open(new Actor(test), 'board:viewed')
    expect(count()).toBe(6)
  })
})

describe('too many streams', () => {
  it('are refused, until one closes', async () => {
    const ada = await newcomer(test)
    const mine = [await open(ada, 'user'), await open(ada, 'user'), await open(ada, 'user')]
    expect(await open(ada, 'user')).toMatchObject({ status: 429 })
    mine[0]?.close()
    await expect.poll(async () => (await open(ada, 'user')).status).toBe(200)
  })

  it('are refused to the whole /48 they come from, and to nobody else', async () => {
    const own = await testApp({
      moreLive: [board],
      settings: { trustProxy: true },
      limits: { live: { ...live, streamsPerAddress: 2 } },
    })
    const opened: OpenStream[] = []
    const statusFrom = async (ip: string) => {
      const stream = await openStream(own, new Actor(own), 'board:a', { 'x-forwarded-for': ip })
      opened.push(stream)
      return stream.status
    }
    const statuses: number[] = []
    for (const customer of ['100', '200', '300', '400']) statuses.push(await statusFrom(`2001:db8:bad:${customer}::1`))
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await statusFrom('2001:db8:ada::1')).toBe(200)
    for (const stream of opened) stream.close()
    await own.close()
  })
})

it('sends all viewers elsewhere before the server closes, those of the meantime too', async () => {
  const other = await testApp({ limits: { live: { ...live, streamsPerUser: 5 } } })
  const ada = await newcomer(other)
  const open = await Promise.all([1, 2, 3].map(() => openStream(other, ada, 'user')))
  for (const stream of open) expect((await stream.next()).topic).toMatch(/^user:/)
  const ended = other.app.endStreams(1_500)
  const late = await openStream(other, ada, 'user')
  await ended
  for (const stream of open) expect(await stream.next()).toMatchObject({ end: 'shutdown' })
  // The end may come before the first state was read.
  const first = await late.next()
  expect(first.end === undefined ? await late.next() : first).toMatchObject({ end: 'shutdown' })
  for (const stream of [...open, late]) await stream.ended
  // All other calls are still served.
  expect((await other.app.inject({ url: '/api/config' })).statusCode).toBe(200)
  await other.close()
})
