import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../../tests/server/actors/learning.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { type Heard, type OpenStream, openStream } from '../../../../../tests/server/live-stream.ts'
import type { NatsServer } from '../../../../../tests/server/nats/small-nats.ts'
import { startNats } from '../../../../../tests/server/nats/start-nats.ts'
import { ORIGIN, type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { unhurriedLimits } from '../../../../../tests/server/test-settings.ts'
import { systemClock } from '../../clock.ts'
import { openPg } from '../../db/connection/open-pg.ts'
import { announceChanges } from '../announce-changes.ts'
import { buildEdge } from '../build-edge.ts'
import { createLive } from '../live.ts'
import { liveMarker } from '../live-answer.ts'
import type { LiveSource } from '../source.ts'
import { type LiveNats, liveNats } from './live-nats.ts'
import { MessageTooLarge, openNats } from './nats-link.ts'

const limits = { ...unhurriedLimits, live: { ...unhurriedLimits.live, fastestMs: 0, edgeRenewMs: 50 } }
const ADDRESS = '/api/battles*'
/** Bytes of a state larger than a message may be. */
const TOO_LARGE = 300_000
const PATIENCE_MS = 60_000

const values = new Map<string, unknown>()
const reads = new Map<string, number>()
const board: LiveSource = {
  kind: 'board',
  access: 'everyone',
  hasViewers: true,
  async read(id) {
    reads.set(id, (reads.get(id) ?? 0) + 1)
    return values.has(id) ? [liveMarker('GET /api/battles', {}, values.get(id))] : null
  },
}

interface Server {
  test: TestApp
  nats: LiveNats
}
interface Edge {
  app: FastifyInstance
  nats: LiveNats
}

let nats: NatsServer
let url: string
let a: Server
let b: Server
let edge: Edge
let other: Edge

const usual = { of: ORIGIN, live: limits.live }

/** `of`: servers with the same value hear each other. */
async function startServer({ of, live } = usual): Promise<Server> {
  const mine = liveNats(openNats([nats.url], 'server'), of)
  const openDb = () => openPg({ url, poolSize: 4 })
  const test = await testApp({ openDb, moreLive: [board], limits: { ...limits, live }, nats: mine })
  await test.app.ready()
  return { test, nats: mine }
}

async function startEdge({ of, live } = usual): Promise<Edge> {
  const mine = liveNats(openNats([nats.url], 'edge'), of)
  const settings = { origin: ORIGIN, metricsToken: null, trustProxy: true as const }
  const app = await buildEdge({ nats: mine, clock: systemClock, limits: { ...limits, live }, settings })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await isReady(app)
  return { app, nats: mine }
}

const readiness = async (app: FastifyInstance) => (await app.inject('/readyz')).statusCode
const isReady = (app: FastifyInstance) =>
  vi.waitFor(async () => expect(await readiness(app)).toBe(200), { timeout: PATIENCE_MS })
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS })
const metric = async (app: FastifyInstance, name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await app.inject('/metrics')).body)?.[1])

const toldTopics = async () =>
  (await metric(a.test.app, 'live_edge_topics')) + (await metric(b.test.app, 'live_edge_topics'))

async function closeServer({ test, nats: mine }: Server): Promise<void> {
  await test.close()
  await mine.link.close()
}
async function closeEdge({ app, nats: mine }: Edge): Promise<void> {
  await app.close()
  await mine.link.close()
}

beforeAll(async () => {
  nats = await startNats()
  url = await newPostgresDatabase()
  a = await startServer()
  b = await startServer()
  edge = await startEdge()
  other = await startEdge()
})
afterAll(async () => {
  await Promise.all([closeEdge(edge), closeEdge(other)])
  await Promise.all([closeServer(a), closeServer(b)])
  await nats.stop()
})

const streams: OpenStream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
let id: string
let boards = 0
beforeEach(() => {
  boards += 1
  id = `b${boards}`
  values.set(id, 0)
})

async function watch(at: { app: FastifyInstance }, actor: Actor, topics: string): Promise<OpenStream> {
  const stream = await openStream(at, actor, topics)
  streams.push(stream)
  return stream
}
const visitor = () => new Actor(a.test)
const post = ({ test }: Server, value: unknown, of = id) => {
  values.set(of, value)
  test.ctx.live.changed(`board:${of}`)
}
/** Skips older states up to this one. */
async function until(stream: OpenStream, value: unknown): Promise<Heard> {
  for (;;) {
    const heard = await stream.next()
    if (JSON.stringify(heard.state?.[ADDRESS]) === JSON.stringify(value)) return heard
  }
}
/** Returns the same user in another place, with the same cookies. */
function elsewhere(person: Actor): Actor {
  const same = visitor()
  for (const [name, value] of person.cookies) same.cookies.set(name, value)
  return same
}

describe('a live edge', () => {
  it('sends what a server sends', async () => {
    const [there, here] = [await watch(a.test, visitor(), `board:${id}`), await watch(edge, visitor(), `board:${id}`)]
    await there.next()
    await here.next()
    const beside = await watch(other, visitor(), `board:${id}`)
    await beside.next()
    post(b, { deep: [1, 'ü', null] })
    const [theirs, ours] = [await there.next(), await here.next()]
    expect(ours).toEqual({ ...theirs, id: ours.id, version: ours.version })
    expect(ours.id).toBe(`board:${id}@${ours.version}`)
    // A viewer who moves to another edge doesn't get it again.
    expect((await beside.next()).id).toBe(ours.id)
    const { date: _, 'x-request-id': __, 'set-cookie': ___, ...headers } = there.headers
    expect(here.headers).toMatchObject(headers)
    const unknown = await watch(edge, visitor(), 'board:none')
    expect((await unknown.next()).state).toBe(null)
    const ranks = [
      await watch(a.test, visitor(), 'leaderboard:weekly'),
      await watch(edge, visitor(), 'leaderboard:weekly'),
    ]
    const [at, from] = await Promise.all(ranks.map((stream) => stream.next()))
    expect(from?.state).toEqual(at?.state)
  })

  it('costs one read, however many edges watch, and none where nobody does', async () => {
    const watching = [await watch(edge, visitor(), `board:${id}`), await watch(other, visitor(), `board:${id}`)]
    watching.push(await watch(edge, visitor(), `board:${id}`))
    for (const stream of watching) await stream.next()
    // If both edges asked at once there were two tellers, of which one stops with the next state.
    post(a, 'first')
    for (const stream of watching) await until(stream, 'first')
    await eventually(toldTopics).toBe(1)
    let posts = 0
    const readsOfOnePost = async () => {
      const before = reads.get(id) ?? 0
      posts += 1
      post(b, posts)
      for (const stream of watching) await until(stream, posts)
      return (reads.get(id) ?? 0) - before
    }
    // A changed number of viewers, or telling again after a stall, costs another read.
    await expect.poll(readsOfOnePost, { timeout: PATIENCE_MS }).toBe(1)
    for (const stream of watching) stream.close()
    await eventually(toldTopics).toBe(0)
    const left = reads.get(id)
    const marker = await watch(edge, visitor(), 'board:marker')
    post(a, 'third')
    post(a, 'marker', 'marker')
    await until(marker, 'marker')
    expect(reads.get(id)).toBe(left)
    marker.close()
  })

  it("shows a person's own state, until their session ends", async () => {
    const ada = await newcomer(a.test)
    const stream = await watch(edge, elsewhere(ada), 'user')
    expect((await stream.next()).state?.['/api/auth/user']).toEqual(await ada.me())
    await learn(ada)
    const me = await ada.me()
    let heard = await stream.next()
    while (!isDeepStrictEqual(heard.state?.['/api/auth/user'], me)) heard = await stream.next()
    await ada.call('POST /api/auth/logout')
    while (heard.end === undefined) heard = await stream.next()
    expect(heard.end).toBe('session')
    expect(await watch(edge, elsewhere(ada), 'user')).toMatchObject({ status: 401 })
  })

  it('hears of what a program without NATS did', async () => {
    const ada = await newcomer(a.test)
    const stream = await watch(edge, elsewhere(ada), 'user')
    const { id: userId } = await ada.me()
    await stream.next()
    await a.test.ctx.db.query('delete from sessions where user_id = $1', [userId])
    const program = createLive({ clock: systemClock, limits })
    const stop = announceChanges(a.test.ctx.db, program)
    program.changed(`sessions:${userId}`)
    await stop()
    expect(await stream.next()).toMatchObject({ end: 'session' })
  })

  it('refuses what a server refuses', async () => {
    const [ada, bo] = [await newcomer(a.test), await newcomer(a.test)]
    const { id: userId } = await ada.me()
    expect(await watch(edge, elsewhere(bo), `user:${userId}`)).toMatchObject({ status: 403 })
    expect(await watch(edge, visitor(), 'user')).toMatchObject({ status: 401 })
    expect(await watch(edge, visitor(), 'nothing')).toMatchObject({ status: 400 })
    expect(await watch(edge, visitor(), 'board:a%20b')).toMatchObject({ status: 400 })
    expect((await edge.app.inject('/api/config')).statusCode).toBe(404)
  })

  it('gets no private or unknown state from a server either', async () => {
    const [ada, bo] = [await newcomer(a.test), await newcomer(a.test)]
    const { id: userId } = await ada.me()
    const { link, subjects } = edge.nats
    const ask = async (subject: string, text: string) => JSON.parse(await link.request(subject, text, 5_000))
    for (const topic of [`user:${userId}`, 'user', 'nothing', 'board:>', 'board:a b']) {
      expect(await ask(subjects.anyTeller, topic)).toEqual({ refused: 'unknown-topic' })
    }
    const tokenHash = createHash('sha256')
      .update(bo.cookies.get('aura_session') ?? '')
      .digest('base64url')
    const own = (topic: string, hash: string) => ask(subjects.own, JSON.stringify({ topic, tokenHash: hash }))
    expect(await own(`user:${userId}`, tokenHash)).toEqual({ refused: 'not-yours' })
    expect(await own(`user:${userId}`, 'x'.repeat(43))).toEqual({ refused: 'not-yours' })
    expect(await own('board:1', tokenHash)).toEqual({ refused: 'unknown-topic' })
    const mine = await own(`user:${(await bo.me()).id}`, tokenHash)
    expect(mine.state['/api/auth/user']).toEqual(await bo.me())
  })

  it('shows nothing of a state that is too large, and everything else', async () => {
    values.set(id, 'x'.repeat(TOO_LARGE))
    const [there, here] = [
      await watch(a.test, visitor(), `board:${id}`),
      await watch(edge, visitor(), `board:${id},board:fine`),
    ]
    values.set('fine', 1)
    expect((await there.next()).state?.[ADDRESS]).toHaveLength(TOO_LARGE)
    post(a, 2, 'fine')
    expect(await until(here, 2)).toMatchObject({ topic: 'board:fine' })
    post(a, 'small again')
    expect(await until(here, 'small again')).toMatchObject({ topic: `board:${id}` })
    expect(() => edge.nats.link.publish('aura.any', 'x'.repeat(TOO_LARGE))).toThrow(MessageTooLarge)
  })

  it("passes on signals once, and counts its viewers among the servers'", async () => {
    const ada = await newcomer(a.test)
    const stream = await watch(edge, elsewhere(ada), `board:${id}`)
    await stream.next()
    await watch(b.test, elsewhere(ada), `board:${id}`)
    await watch(other, visitor(), `board:${id}`)
    for (const { test } of [a, b]) await eventually(() => test.ctx.live.viewers.count(`board:${id}`)).toBe(2)
    for (const { test } of [a, a, b]) test.ctx.live.signal(`board:${id}`, 'tap', 2)
    a.test.ctx.live.signal(`board:${id}`, 'last', 1)
    const sum: Record<string, number> = {}
    while ((sum.tap ?? 0) < 6 || sum.last === undefined) {
      for (const [name, count] of Object.entries((await stream.next()).counts ?? {}))
        sum[name] = (sum[name] ?? 0) + count
    }
    expect(sum).toEqual({ tap: 6, last: 1 })
  })

  it('goes on with another server when the one that told it is gone', async () => {
    await eventually(toldTopics).toBe(0)
    const stream = await watch(edge, visitor(), `board:${id}`)
    await stream.next()
    const isA = (await metric(a.test.app, 'live_edge_topics')) === 1
    const [dead, alive] = isA ? [a, b] : [b, a]
    await dead.nats.link.close()
    post(alive, 'after the death')
    await until(stream, 'after the death')
    expect(await metric(alive.test.app, 'live_edge_topics')).toBe(1)
    await dead.test.close()
    if (isA) a = await startServer()
    else b = await startServer()
  })

  it('is not kept waiting by a server that hangs', async () => {
    const hanging = openNats([nats.url], 'hanging')
    const never = () => new Promise<string>(() => {})
    hanging.respond(edge.nats.subjects.teller(`board:${id}`), 'servers', never)
    await vi.waitFor(() => expect(hanging.isConnected).toBe(true), { timeout: PATIENCE_MS })
    await expect(edge.nats.link.request(edge.nats.subjects.teller(`board:${id}`), '', 50)).rejects.toThrow('timeout')
    const stream = await watch(edge, visitor(), `board:${id}`)
    expect((await stream.next()).state).toEqual({ [ADDRESS]: 0 })
    post(a, 1)
    await until(stream, 1)
    await hanging.close()
  })

  it('asks another server as soon as one stops, long before it would renew', async () => {
    const patient = { of: 'https://patient.test', live: { ...limits.live, edgeRenewMs: 1_000_000 } }
    const servers = [await startServer(patient), await startServer(patient)]
    const own = await startEdge(patient)
    const stream = await watch(own, visitor(), `board:${id}`)
    await stream.next()
    const [first] = servers as [Server, Server]
    if ((await metric(first.test.app, 'live_edge_topics')) === 0) servers.reverse()
    const [teller, left] = servers as [Server, Server]
    await closeServer(teller)
    post(left, 'from the other')
    await until(stream, 'from the other')
    await closeEdge(own)
    await closeServer(left)
  })

  it('ends its streams where the proxy can see it, and then closes', async () => {
    const leaving = await startEdge()
    const stream = await watch(leaving, visitor(), `board:${id}`)
    await stream.next()
    leaving.app.leaveBalancer()
    expect(await readiness(leaving.app)).toBe(503)
    await leaving.app.endStreams(100)
    expect(await stream.next()).toMatchObject({ end: 'shutdown' })
    await closeEdge(leaving)
  })
})

describe('without NATS', () => {
  it('servers tell each other by PostgreSQL, edges say that they are not ready, and everybody catches up', async () => {
    const [here, there] = [await watch(edge, visitor(), `board:${id}`), await watch(b.test, visitor(), `board:${id}`)]
    await here.next()
    await there.next()
    await nats.cut()
    await eventually(() => metric(a.test.app, 'nats_connected')).toBe(0)
    await eventually(() => metric(b.test.app, 'nats_connected')).toBe(0)
    post(a, 'during')
    await until(there, 'during')
    expect(await readiness(a.test.app)).toBe(200)
    await eventually(() => readiness(edge.app)).toBe(503)
    // A late viewer gets the edge's state.
    const late = await watch(edge, visitor(), `board:${id}`)
    expect((await late.next()).state).toEqual({ [ADDRESS]: 0 })

    await nats.restart()
    await until(here, 'during')
    await until(late, 'during')
    for (const { app } of [edge, other]) await isReady(app)
    for (const { test } of [a, b]) await eventually(() => metric(test.app, 'nats_connected')).toBe(1)
    post(a, 'after')
    await until(here, 'after')
    await until(there, 'after')
  })
})
