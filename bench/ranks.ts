/**
 * Own rank, neighbours, top, pages and search through HTTP among a million people, while 500 changes a second arrive.
 *
 * `npm run bench -- ranks USERS_POSTGRESQL USERS_PGLITE SECONDS` for other numbers. Beside Aura's own counters the same
 * path with `count(*)` and with a sorted set of Redis, where there is a `redis-server`. Ends with an error when a rank
 * is not what counting gives.
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFreePort } from '../dev/src/free-port.ts'
import { startPostgres } from '../dev/src/postgres.ts'
import { median, printFigure, printTable } from './support/figures.ts'
import { httpLoad } from './support/http-load.ts'
import type {} from './support/ranks-server.ts'
import { type RanksOrder, type RanksReport, type RanksStart, TOKEN } from './support/ranks-token.ts'
import { startRedis } from './support/redis.ts'

const [pgUsers = 1_000_000, pgliteUsers = 100_000, seconds = 4] = process.argv.slice(2).map(Number)
const CONNECTIONS = 8
const CHANGES_A_SECOND = 500
const COST_ROUNDS = 5
const COST_CHANGES = 1_600
const CHECKED = 100

async function startServer(start: RanksStart) {
  const child = fork(join(import.meta.dirname, 'support/ranks-server.ts'), [JSON.stringify(start)])
  const next = () =>
    new Promise<RanksReport>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the server of the benchmark ended (${code})`))
      child.once('exit', onExit)
      child.once('message', (report: RanksReport) => {
        child.off('exit', onExit)
        resolve(report)
      })
    })
  const { port = 0 } = await next()
  const ask = (order: RanksOrder) => {
    const answer = next()
    child.send(order)
    return answer
  }
  return { port, ask, stop: () => child.disconnect() }
}

async function measure(name: string, start: RanksStart): Promise<void> {
  const startedMs = performance.now()
  const server = await startServer(start)
  console.log(`\n${name}: ${start.users} people, there after ${Math.round((performance.now() - startedMs) / 1_000)} s`)
  const headers = { cookie: `aura_session=${TOKEN}` }
  const load = async (path: string) => {
    const loaded = await httpLoad({ port: server.port, path, headers, connections: CONNECTIONS, seconds })
    return { path, ...loaded }
  }
  await server.ask({ op: 'move', perSecond: CHANGES_A_SECOND })
  const movingMs = performance.now()
  const paths = [
    '/api/leaderboard/me',
    ...(start.redisPort === null ? [] : ['/bench/redis']),
    '/bench/count',
    '/api/leaderboard/me?type=weekly',
    '/api/leaderboard',
    '/api/leaderboard/page',
    '/api/users/search?q=pa1b2',
    '/api/users/search?q=pa1b2c3_12x',
  ]
  const rows: Awaited<ReturnType<typeof load>>[] = []
  for (const path of paths) rows.push(await load(path))
  const { done = 0 } = await server.ask({ op: 'rest' })
  const perSecond = done / ((performance.now() - movingMs) / 1_000)
  console.log(`${Math.round(perSecond)} changes a second meanwhile, ${CONNECTIONS} connections\n`)
  printTable(
    ['path', 'requests/s', 'p50 ms', 'p99 ms'],
    rows.map((row) => [row.path, Math.round(row.perSecond), row.p50Ms.toFixed(2), row.p99Ms.toFixed(2)]),
  )
  const of = (path: string) => rows.find((row) => row.path === path)
  const [own, redis, counted] = [of('/api/leaderboard/me'), of('/bench/redis'), of('/bench/count')]
  if (own && redis) printFigure(`ranks-${name}-own-by-redis`, own.p50Ms / redis.p50Ms)
  else console.log('There is no redis-server here: nothing to compare with.')
  if (own && counted) printFigure(`ranks-${name}-own-by-count`, own.p50Ms / counted.p50Ms)

  const { wrong = 0 } = await server.ask({ op: 'check', people: CHECKED })
  printFigure(`ranks-${name}-wrong`, wrong)
  if (wrong > 0) process.exitCode = 1

  const ratios: number[] = []
  for (let round = 0; round < COST_ROUNDS; round++) {
    const { ms: without = 0 } = await server.ask({ op: 'cost', changes: COST_CHANGES, ranked: false })
    const { ms: ranked = 0 } = await server.ask({ op: 'cost', changes: COST_CHANGES, ranked: true })
    ratios.push(ranked / without)
  }
  printFigure(`ranks-${name}-change-cost`, median(ratios))
  server.stop()
}

const redisPort = await randomFreePort()
const redis = startRedis(redisPort)
const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' } })
const dataDir = await mkdtemp(join(tmpdir(), 'aura-ranks-'))
try {
  if (pgUsers > 0) {
    const start = { databaseUrl: postgres.url, dataDir: null, users: pgUsers, redisPort: redis ? redisPort : null }
    await measure('postgresql', start)
  }
  if (pgliteUsers > 0) await measure('pglite', { databaseUrl: null, dataDir, users: pgliteUsers, redisPort: null })
} finally {
  redis?.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
