/**
 * Own rank, neighbours, top, pages and search over HTTP among a million users, with 500 point changes a second.
 * `npm run bench -- ranks USERS_POSTGRESQL USERS_PGLITE SECONDS` for other numbers; 0 skips a database. Aura's
 * counters alternate with `count(*)` and, where `redis-server` is installed, a sorted set. Exits with an error when a
 * rank differs from counting.
 */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { randomFreePort } from '../../tools/processes/free-port.ts'
import { median, printFigure, printTable } from '../support/figures.ts'
import { httpLoad } from '../support/load/http-load.ts'
import type {} from '../support/servers/ranks-server.ts'
import {
  CROWDED_TOKEN,
  LETTERS,
  type RanksOrder,
  type RanksReport,
  type RanksStart,
  TOKEN,
} from '../support/servers/ranks-token.ts'
import { startRedis } from '../support/servers/redis.ts'

const [pgUsers = 1_000_000, pgliteUsers = 100_000, seconds = 2] = process.argv.slice(2).map(Number)
const CONNECTIONS = 4
const ROUNDS = 5
const CHANGES_A_SECOND = 500
/** Suffix of a path requested by a user who shares their points with a third of all users. */
const CROWDED = ', crowded'
const COST_ROUNDS = 5
const COST_CHANGES = 1_600
const CHECKED = 100

/** Returns a random user's name, and the same with two letters swapped. */
function somebody(): { name: string; misspelt: string } {
  const digits = createHash('md5').update('4711').digest('hex').slice(0, 8)
  const name = [...digits].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')
  return { name: `${name}_4711`, misspelt: `${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}_4711` }
}

async function startServer(start: RanksStart) {
  const child = fork(join(import.meta.dirname, '../support/servers/ranks-server.ts'), [JSON.stringify(start)])
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
  const load = async (wanted: string) => {
    const [path = '', asker] = wanted.split(CROWDED)
    const headers = { cookie: `aura_session=${asker === undefined ? TOKEN : CROWDED_TOKEN}` }
    const loaded = await httpLoad({ port: server.port, path, headers, connections: CONNECTIONS, seconds })
    return { path: wanted, ...loaded }
  }
  await server.ask({ op: 'move', perSecond: CHANGES_A_SECOND })
  const movingMs = performance.now()
  const ways = ['/api/leaderboard/me', ...(start.redisPort === null ? [] : ['/bench/redis']), '/bench/count']
  const compared = [...ways, ...ways.slice(0, -1).map((path) => path + CROWDED)]
  const others = [
    '/api/leaderboard/me?type=weekly',
    '/api/leaderboard',
    '/api/leaderboard/page',
    `/api/users/search?q=${somebody().name.slice(0, 4)}`,
    `/api/users/search?q=${somebody().misspelt}`,
  ]
  const rounds: Awaited<ReturnType<typeof load>>[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const loads: Awaited<ReturnType<typeof load>>[] = []
    for (const path of compared) loads.push(await load(path))
    rounds.push(loads)
  }
  const rows = compared.map((path, index) => {
    const of = (figure: 'perSecond' | 'p50Ms' | 'p99Ms') => median(rounds.map((loads) => loads[index]?.[figure] ?? 0))
    return { path, perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms') }
  })
  for (const path of others) rows.push(await load(path))
  const { done = 0 } = await server.ask({ op: 'rest' })
  const perSecond = done / ((performance.now() - movingMs) / 1_000)
  console.log(`${Math.round(perSecond)} changes a second meanwhile, ${CONNECTIONS} connections\n`)
  printTable(
    ['path', 'requests/s', 'p50 ms', 'p99 ms'],
    rows.map((row) => [row.path, Math.round(row.perSecond), row.p50Ms.toFixed(2), row.p99Ms.toFixed(2)]),
  )
  const ratio = (path: string, to: string) => {
    const [mine, other] = [compared.indexOf(path), compared.indexOf(to)]
    return median(rounds.map((loads) => (loads[mine]?.p50Ms ?? 0) / (loads[other]?.p50Ms ?? 1)))
  }
  const own = '/api/leaderboard/me'
  if (start.redisPort !== null) {
    printFigure(`ranks-${name}-own-by-redis`, ratio(own, '/bench/redis'))
    printFigure(`ranks-${name}-crowded-by-redis`, ratio(own + CROWDED, `/bench/redis${CROWDED}`))
  }
  printFigure(`ranks-${name}-own-by-count`, ratio(own, '/bench/count'))

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
if (!redis) {
  console.log('There is no redis-server on this machine, so nothing is compared with it. On Debian and Ubuntu:')
  console.log('  apt-get install redis-server')
}
const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' } })
const dataDir = await mkdtemp(join(tmpdir(), 'aura-ranks-'))
try {
  if (pgUsers > 0) {
    const start = { databaseUrl: postgres.url, dataDir: null, users: pgUsers, redisPort: redis ? redisPort : null }
    await measure('postgresql', start)
  }
  if (pgliteUsers > 0)
    await measure('pglite', { databaseUrl: null, dataDir, users: pgliteUsers, redisPort: redis ? redisPort : null })
} finally {
  redis?.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
