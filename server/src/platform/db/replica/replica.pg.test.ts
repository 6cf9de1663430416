import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from '@prometheus-io/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../../tests/server/actors/learning.ts'
import { compileCache } from '../../../../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { type Replicated, randomFreePort, startReplicated } from '../../../../../tests/server/database/replicated.ts'
import { openStream } from '../../../../../tests/server/live-stream.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { checkReplica } from '../../doctor/check-replica.ts'
import { openPg } from '../connection/open-pg.ts'
import { followReplica, type Replica } from './follow-replica.ts'
import { replicaDb } from './replica-db.ts'
import { replicaFigures } from './replica-metrics.ts'

/** Checked when a test says so. */
const LIMITS = { checkMs: 3_600_000, maxLagMs: 5_000, answerMs: 60_000, restMs: 5_000 }

let cluster: Replicated
beforeAll(async () => {
  cluster = await startReplicated()
})
afterAll(() => cluster.close())

let nowMs = 0
const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

function follow(url: string, limits = LIMITS): Replica {
  const replica = followReplica({ url, primaryUrl: cluster.primary.url, poolSize: 4, limits, nowMs: () => nowMs })
  ended.push(replica.close)
  return replica
}

interface Server extends TestApp {
  replica: Replica
  /** How many reads were answered how since the last call. */
  outcomes(): Record<string, number>
}

async function server(url = cluster.standby.url, limits = LIMITS): Promise<Server> {
  const replica = follow(url, limits)
  const counts: Record<string, number> = {}
  const note = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  const test = await testApp({
    openDb: () => openPg({ url: cluster.primary.url, poolSize: 4 }),
    wrapDb: (db) => replicaDb(db, replica, note),
  })
  ended.push(test.close)
  return {
    ...test,
    replica,
    outcomes() {
      const since = { ...counts }
      for (const name of Object.keys(counts)) delete counts[name]
      return since
    },
  }
}

const untilRead = (replica: Replica) =>
  expect
    .poll(async () => {
      await replica.check()
      return replica.refusal()
    })
    .toBeNull()

const pauseReplay = () => cluster.onStandby.script('select pg_wal_replay_pause()')
const resumeReplay = () => cluster.onStandby.script('select pg_wal_replay_resume()')
beforeEach(resumeReplay)
afterEach(resumeReplay)

/** Everybody's points on the board, as this person or visitor is shown them. */
const pointsOf = async (actor: Actor, id: string, headers: Record<string, string> = {}) => {
  const board = await actor.call('GET /api/leaderboard', { headers })
  return board.find((row) => row.id === id)?.auraPoints
}

/** A member whose points are counted in the ranks, as a job does within half a second. */
async function rankedNewcomer(test: Server): Promise<Actor> {
  const member = await newcomer(test)
  await test.ctx.db.query('select follow_ranks(1000)')
  return member
}

it('shows visitors what the replica has, and whoever writes their own writes, at every server [access.replica-reads]', async () => {
  const [a, b] = [await server(), await server()]
  const ada = await rankedNewcomer(a)
  const { id, auraPoints } = await ada.me()
  await untilRead(a.replica)
  await untilRead(b.replica)
  await pauseReplay()
  a.outcomes()
  const paid = await learn(ada)
  const after = auraPoints + paid.auraEarned
  expect(paid.auraEarned).toBeGreaterThan(0)

  // The replica lacks the claim, and visitors may lag.
  expect(await pointsOf(new Actor(a), id)).toBe(auraPoints)
  expect(a.outcomes()).toEqual({ replica: 1 })
  const atOther = new Actor(b)
  for (const [name, value] of ada.cookies) atOther.cookies.set(name, value)
  for (const [own, test] of [
    [ada, a],
    [atOther, b],
  ] as const) {
    expect(await pointsOf(own, id)).toBe(after)
    expect((await own.call('GET /api/leaderboard/me')).auraPoints).toBe(after)
    expect((await own.call('GET /api/users/:id', { params: { id } })).user.auraPoints).toBe(after)
    expect(test.outcomes()).toEqual({ newest: 3 })
  }
  // So does whoever was told of a change and asks for the newest state, and a live stream.
  expect(await pointsOf(new Actor(a), id, { 'cache-control': 'no-cache' })).toBe(after)
  const stream = await openStream(b, new Actor(b), 'leaderboard:all-time')
  const { state } = await stream.next()
  stream.close()
  expect(JSON.stringify(state)).toContain(`"id":"${id}","username":`)
  expect(Object.values(state ?? {})).toContainEqual(
    expect.objectContaining({ entries: expect.arrayContaining([expect.objectContaining({ id, auraPoints: after })]) }),
  )

  // The mark lasts a second longer than a replica may lag. Then the replica has the write, or isn't read.
  const written = await ada.send('POST', '/api/auth/seen-first', { first: 'welcome' })
  expect(String(written.headers['set-cookie'])).toMatch(/aura_wrote=1; Max-Age=6; Path=\/; HttpOnly/)
  ada.cookies.delete('aura_wrote')
  nowMs += 6_000
  a.outcomes()
  expect([await pointsOf(ada, id), a.outcomes()]).toEqual([after, { 'not-recent': 1 }])
  await resumeReplay()
  await untilRead(a.replica)
  expect([await pointsOf(ada, id), a.outcomes()]).toEqual([after, { replica: 1 }])
})

it('reads nowhere else than at the primary once the replica may lack more than the limit', async () => {
  const test = await server()
  await untilRead(test.replica)
  await pauseReplay()
  const ada = await newcomer(test)
  const { id, auraPoints } = await ada.me()
  const visitor = new Actor(test)
  test.outcomes()
  nowMs += LIMITS.maxLagMs
  expect([await pointsOf(visitor, id), test.outcomes()]).toEqual([undefined, { replica: 1 }])
  nowMs += 1
  expect(test.replica.refusal()).toBe('lags')
  expect([await pointsOf(visitor, id), test.outcomes()]).toEqual([auraPoints, { 'not-recent': 1 }])
  // A replica that answers but replays nothing stays out.
  await test.replica.check()
  expect(test.replica.lagMs()).toBe(LIMITS.maxLagMs + 1)
  await resumeReplay()
  await untilRead(test.replica)
  expect([await pointsOf(visitor, id), test.outcomes()]).toEqual([auraPoints, { replica: 1 }])
})

it('refuses nobody for what the replica does not have yet', async () => {
  const test = await server()
  await untilRead(test.replica)
  await pauseReplay()
  const { id, username } = await (await newcomer(test)).me()
  test.outcomes()
  const visitor = new Actor(test)
  expect((await visitor.call('GET /api/users/:id', { params: { id } })).user.username).toBe(username)
  expect((await visitor.send('GET', `/share/profiles/${id}.png`)).status).toBe(200)
  expect(test.outcomes()).toEqual({ refused: 2 })
  const nobody = await visitor.send('GET', '/api/users/00000000-0000-4000-8000-000000000000')
  expect([nobody.status, nobody.body.code]).toEqual([404, 'USER_NOT_FOUND'])
})

it('fails no read when the replica stops, is promoted, or another server answers in its place', async () => {
  const standby = await cluster.startStandby()
  const test = await server(standby.url)
  const { id, auraPoints } = await (await rankedNewcomer(test)).me()
  await untilRead(test.replica)
  const visitor = new Actor(test)
  expect([await pointsOf(visitor, id), test.outcomes().replica]).toEqual([auraPoints, 1])

  const beside = await openPg({ url: standby.url, poolSize: 1 })
  await beside.script('select pg_promote()')
  await beside.close()
  await test.replica.check()
  expect(test.replica.refusal()).toBe('is no standby')
  expect([await pointsOf(visitor, id), test.outcomes()]).toEqual([auraPoints, { 'not-recent': 1 }])

  const second = await cluster.startStandby()
  const other = await server(second.url)
  await untilRead(other.replica)
  await second.stop()
  const readers = Array.from({ length: 20 }, () => pointsOf(new Actor(other), id))
  expect(new Set(await Promise.all(readers))).toEqual(new Set([auraPoints]))
  expect(other.outcomes()).toEqual({ failed: 20 })
  await other.replica.check()
  expect(other.replica.refusal()).toBe('unreachable')

  const foreign = follow(await newPostgresDatabase({ isMigrated: false }))
  await foreign.check()
  expect(foreign.refusal()).toBe('belongs to another cluster')
  const primary = follow(cluster.primary.url)
  await primary.check()
  expect(primary.refusal()).toBe('is no standby')
})

it('does not wait for a replica that hangs, and leaves it alone for a while', async () => {
  const proxy = await silentProxy(cluster.standby.port)
  ended.push(proxy.close)
  const url = new URL(cluster.standby.url)
  url.port = String(proxy.port)
  const test = await server(url.href, { ...LIMITS, answerMs: 2_000 })
  const { id, auraPoints } = await (await rankedNewcomer(test)).me()
  const visitor = new Actor(test)
  await expect
    .poll(async () => {
      await test.replica.check()
      await pointsOf(visitor, id)
      return test.outcomes().replica
    })
    .toBe(1)
  proxy.silence()
  expect([await pointsOf(visitor, id), test.outcomes()]).toEqual([auraPoints, { failed: 1 }])
  expect([await pointsOf(visitor, id), test.outcomes()]).toEqual([auraPoints, { 'not-recent': 1 }])
  expect(test.replica.refusal()).toBe('unreachable')
})

it('says so in the metrics and the log', async () => {
  const replica = follow(cluster.standby.url)
  const figures = replicaFigures(replica)
  const registry = new Registry()
  figures.register(registry)
  const lines: unknown[] = []
  replica.reportTo({
    info: (message) => void lines.push(message),
    warn: (facts, message) => void lines.push([facts, message]),
  })
  await untilRead(replica)
  figures.note('replica')
  figures.note('replica')
  figures.note('newest')
  nowMs += 3_000
  const text = await registry.metrics()
  expect(text).toMatch(/^database_replica_lag_seconds 3$/m)
  expect(text).toMatch(/^database_replica_used 1$/m)
  expect(text).toMatch(/^lagging_reads_total\{outcome="replica"\} 2$/m)
  expect(await registry.metrics()).toMatch(/^lagging_reads_total\{outcome="newest"\} 1$/m)
  expect(lines.at(-1)).toBe('the replica is recent: reads that may lag go there')

  await pauseReplay()
  await cluster.onPrimary.script('create table not_replayed ()')
  nowMs += 3_000
  await replica.check()
  expect(await registry.metrics()).toMatch(/^database_replica_used 0$/m)
  expect(lines.at(-1)).toEqual([{ reason: 'lags' }, 'the replica is not read: reads that may lag go to the primary'])
})

it('is followed by a server that has its address in DATABASE_READ_URL', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'aura-replica-'))
  ended.push(async () => rmSync(cwd, { recursive: true }))
  const PORT = String(await randomFreePort())
  const child = fork(join(import.meta.dirname, '../../../main.ts'), {
    cwd,
    env: {
      ...compileCache(),
      PORT,
      DATA_DIR: cwd,
      DEMO_DATA: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_URL: cluster.primary.url,
      DATABASE_READ_URL: cluster.standby.url,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const over = once(child, 'exit')
  ended.push(async () => {
    child.kill()
    await over
  })
  await new Promise<void>((resolve, reject) => {
    child.on('message', ({ type }: { type: string }) => type === 'ready' && resolve())
    child.once('exit', (code) => reject(new Error(`the server ended (${code})`)))
  })
  const text = async (path: string) => (await fetch(`http://127.0.0.1:${PORT}${path}`)).text()
  await expect.poll(() => text('/metrics')).toMatch(/^database_replica_used 1$/m)
  await expect
    .poll(async () => {
      expect(JSON.parse(await text('/api/stats'))).toHaveProperty('totalUsers')
      return text('/metrics')
    })
    .toMatch(/^lagging_reads_total\{outcome="replica"\} [1-9]/m)
  expect(await text('/metrics')).toMatch(/^database_connections\{pool="replica",state="idle"\} \d+$/m)
})

/** Passes everything on until it is told to swallow it, as a machine that hangs. */
async function silentProxy(to: number) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const proxy = createServer((inner) => {
    const outer = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.on('data', (part) => {
        if (!isSilent) into.write(part)
      })
      from.on('close', () => into.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    silence() {
      isSilent = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

it('is examined by the doctor', async () => {
  const examined = (url: string, connections = 10) =>
    checkReplica(cluster.onPrimary, () => openPg({ url, poolSize: 1 }), {
      readUrl: url,
      maxLagMs: 0,
      connections,
      signal: AbortSignal.timeout(60_000),
    })
  const standby = cluster.standby.url
  await expect
    .poll(() => examined(standby))
    .toEqual([
      { status: 'ok', text: expect.stringMatching(/^The replica is a standby of this database, at most \d+ ms/) },
    ])
  expect(await examined(standby, 1_000)).toContainEqual({
    status: 'problem',
    text: expect.stringMatching(/^The replica allows \d+ connections, but one server opens up to 1000/),
  })
  await pauseReplay()
  await cluster.onPrimary.script('create table not_examined ()')
  expect(await examined(standby)).toMatchObject([
    { status: 'warning', text: expect.stringMatching(/^The replica is more than 0 s behind, so all reads/) },
  ])
  expect(await examined(cluster.primary.url)).toMatchObject([
    { status: 'problem', text: expect.stringContaining('takes writes, not to a standby') },
  ])
  expect(await examined(await newPostgresDatabase({ isMigrated: false }))).toMatchObject([
    { status: 'problem', text: expect.stringContaining('leads to another database cluster') },
  ])
  expect(await examined('postgres://nobody@127.0.0.1:9/none')).toMatchObject([
    { status: 'problem', text: expect.stringMatching(/^Can't use the PostgreSQL server at DATABASE_READ_URL: /) },
  ])
})
