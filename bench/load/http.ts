/**
 * Aura's overhead per request for rankings and the signed-in user, against bare node:http with the same bytes.
 * Both servers run in their own processes and are measured alternately; a figure is the median of the rounds' ratios.
 * The product runs as in production on durable PostgreSQL, with logs off.
 */
import { generatePrivateKey } from 'viem/accounts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { median, printFigure, printTable } from '../support/figures.ts'
import { HttpActor } from '../support/load/http-actor.ts'
import { httpLoad } from '../support/load/http-load.ts'
import { type BenchServer, startBare, startProduct } from '../support/servers/child.ts'

const USERS = 500
const CONNECTIONS = 128
const ROUNDS = Number(process.argv[2] ?? 5)
const SECONDS = 3
interface Round {
  perSecond: number
  cpuUs: number
  p50Ms: number
  p99Ms: number
}

async function measure(server: BenchServer, path: string, headers: Record<string, string>): Promise<Round> {
  let beforeMs = 0
  const load = { port: server.port, path, headers, connections: CONNECTIONS, seconds: SECONDS }
  const result = await httpLoad(load, async () => {
    beforeMs = await server.cpuMs()
  })
  const cpuUs = (((await server.cpuMs()) - beforeMs) * 1_000) / result.requests
  return { perSecond: result.perSecond, cpuUs, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
}

async function compare(name: string, product: BenchServer, path: string, headers: Record<string, string>) {
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, { headers })
  const body = await answer.text()
  const sent = Object.fromEntries(answer.headers)
  for (const ownOfNode of ['connection', 'keep-alive', 'date', 'transfer-encoding']) delete sent[ownOfNode]
  const bare = await startBare(body, sent)
  const rounds: { ours: Round; bare: Round }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    rounds.push({ bare: await measure(bare, path, headers), ours: await measure(product, path, headers) })
  }
  bare.stop()
  console.log(
    `\n${name}: ${path}, ${body.length} bytes, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s\n`,
  )
  const row = (label: string, pick: (round: { ours: Round; bare: Round }) => Round) => {
    const of = (read: (round: Round) => number) => median(rounds.map((round) => read(pick(round))))
    return [
      label,
      Math.round(of((r) => r.perSecond)),
      of((r) => r.cpuUs).toFixed(1),
      of((r) => r.p50Ms).toFixed(2),
      of((r) => r.p99Ms).toFixed(2),
    ]
  }
  printTable(
    ['server', 'requests/s', 'CPU us/request', 'p50 ms', 'p99 ms'],
    [row('bare node:http', (round) => round.bare), row('Aura', (round) => round.ours)],
  )
  printFigure(`http-${name}`, median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)))
  printFigure(`http-${name}-cpu`, median(rounds.map(({ ours, bare }) => bare.cpuUs / ours.cpuUs)))
}

const database = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
const product = await startProduct({ databaseUrl: database.url, dataDir: null, users: USERS })
try {
  const ada = new HttpActor(generatePrivateKey())
  ada.port = product.port
  await ada.signIn()
  await compare('leaderboard', product, '/api/leaderboard', {})
  await compare('auth-user', product, '/api/auth/user', { cookie: ada.cookie })
} finally {
  product.stop()
  await database.stop()
}
