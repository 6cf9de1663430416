/**
 * The server of `npm run bench -- fanout`, `comments` and `edges`: the product with one live battle, a live edge, or a
 * bare loop over TCP sockets.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../../server/src/app.ts'
import { battleFinder } from '../../../server/src/features/battles/index.ts'
import { postComment } from '../../../server/src/features/crowd/index.ts'
import { unconnectedChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openDatabase } from '../../../server/src/platform/db/connection/open-database.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { noLog } from '../../../server/src/platform/http/security/security-log.ts'
import { noImages } from '../../../server/src/platform/images/images.ts'
import { buildEdge } from '../../../server/src/platform/live/build-edge.ts'
import { createLive } from '../../../server/src/platform/live/live.ts'
import { liveNats } from '../../../server/src/platform/live/nats/live-nats.ts'
import { openNats } from '../../../server/src/platform/live/nats/nats-link.ts'
import { startScheduler } from '../../../server/src/platform/scheduler/scheduler.ts'
import { scheduledJobs } from '../../../server/src/run-features.ts'
import { testSettings, unhurriedLimits } from '../../../tests/server/test-settings.ts'
import { BENCH_ORIGIN } from './bench-server.ts'
import { demoBattle, join } from './demo-battle.ts'

export type FanoutStart =
  | { role: 'product'; databaseUrl: string; natsUrl?: string }
  | { role: 'bare' }
  | { role: 'edge'; host: string; natsUrl: string }
export type FanoutOrder =
  | { op: 'figures' }
  | { op: 'collect' }
  | { op: 'gifts'; perS: number; to: 'watched' | 'other' }
  | { op: 'comments'; perS: number }
  | { op: 'broadcast'; bytes: number; everyMs: number }
  | { op: 'stop' }
export interface FanoutFigures {
  cpuMs: number
  rssBytes: number
  messages: number
  skipped: number
  lateP99Ms: number
}
export type FanoutReport = { port: number; battleId: string } | FanoutFigures

const SAMPLE_MS = 5
/** Each may comment 20 times, at most every 3 s. */
const TALKERS = 200
const late: number[] = []
let lastMs = performance.now()
setInterval(() => {
  const nowMs = performance.now()
  late.push(Math.max(0, nowMs - lastMs - SAMPLE_MS))
  lastMs = nowMs
}, SAMPLE_MS)

function lateP99(): number {
  const sorted = late.splice(0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

let counted = () => ({ messages: 0, skipped: 0 })
let ticking: NodeJS.Timeout | undefined
let talking: NodeJS.Timeout | undefined

function figures(): FanoutFigures {
  const { user, system } = process.cpuUsage()
  const { rss } = process.memoryUsage()
  return { cpuMs: (user + system) / 1_000, rssBytes: rss, ...counted(), lateP99Ms: lateP99() }
}

const limits = {
  ...unhurriedLimits,
  live: { ...unhurriedLimits.live, streams: 50_000, streamsPerAddress: 50_000 },
}
const natsOf = (natsUrl: string) => liveNats(openNats([natsUrl], 'bench'), BENCH_ORIGIN)

async function product(databaseUrl: string, natsUrl: string | undefined) {
  const db = await openDatabase({ databaseUrl, dataDir: '', databasePoolSize: 16 })
  await migrate(db)
  const ctx: Context = {
    db,
    chain: unconnectedChain('local'),
    clock: systemClock,
    limits,
    // Each viewer has an address of their own.
    settings: { ...testSettings, origin: BENCH_ORIGIN, trustProxy: true },
    live: createLive({ clock: systemClock, limits }),
    images: noImages,
    signer: null,
  }
  const [watched, other] = [await demoBattle(ctx), await demoBattle(ctx)]
  const app = await buildApp(ctx, natsUrl === undefined ? {} : { nats: natsOf(natsUrl) })
  // Stores the cheers, as in a real server.
  startScheduler(
    scheduledJobs(ctx, () => {}, noLog).filter(({ name }) => name === 'cheers'),
    { onError: () => {} },
  )
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
  counted = () => ({ ...app.liveCounts })
  return {
    port: (app.server.address() as AddressInfo).port,
    battleId: watched.id,
    gift: { watched: watched.gift, other: other.gift },
    comment: await talkers(ctx, watched.id),
  }
}

/** A live edge that listens once it is ready. */
async function edge(host: string, natsUrl: string) {
  const settings = { origin: BENCH_ORIGIN, metricsToken: null, trustProxy: true }
  const app = await buildEdge({ nats: natsOf(natsUrl), clock: systemClock, limits, settings })
  counted = () => ({ ...app.liveCounts })
  while ((await app.inject('/readyz')).statusCode !== 200) await pause(50)
  await app.listen({ host, port: 0, backlog: 4_096 })
  return { port: (app.server.address() as AddressInfo).port }
}

/** Returns a function that posts a comment of 100 characters, each time by another of a few hundred people, and a cheer. */
async function talkers(ctx: Context, battleId: string): Promise<() => Promise<unknown>> {
  const battle = await battleFinder(ctx)(battleId)
  if (!battle) throw new Error('there is no battle')
  const authors: string[] = []
  for (let i = 0; i < TALKERS; i++) authors.push(await join(ctx))
  let said = 0
  return () => {
    said += 1
    ctx.live.signal(`battle:${battleId}`, said % 3 === 0 ? battle.opponentId : battle.challengerId, 3)
    const text = `${said} `.padEnd(100, 'a comment ')
    return postComment(ctx, battle, { authorId: authors[said % TALKERS] ?? '', text })
  }
}

/** Lower bound: writes the same bytes to every socket in one loop. */
async function bare() {
  const sockets = new Set<Socket>()
  let messages = 0
  counted = () => ({ messages, skipped: 0 })
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      sockets.add(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, resolve))
  const broadcast = (bytes: number) => {
    const head = `id: bare@0\ndata: {"topic":"bare","version":${Date.now()},"state":"`
    const frame = Buffer.from(`${head}${'x'.repeat(Math.max(0, bytes - head.length - 4))}"}\n\n`)
    for (const socket of sockets) socket.write(frame)
    messages += sockets.size
  }
  return { port: (server.address() as AddressInfo).port, broadcast }
}

async function main(start: FanoutStart): Promise<void> {
  const report = (message: FanoutReport) => process.send?.(message)
  const ours = start.role === 'product' ? await product(start.databaseUrl, start.natsUrl) : undefined
  const beside = start.role === 'edge' ? await edge(start.host, start.natsUrl) : undefined
  const theirs = start.role === 'bare' ? await bare() : undefined
  process.on('message', (order: FanoutOrder) => {
    if (order.op === 'gifts' || order.op === 'broadcast' || order.op === 'stop') clearInterval(ticking)
    if (order.op === 'comments' || order.op === 'stop') clearInterval(talking)
    if (order.op === 'collect') globalThis.gc?.()
    if (order.op === 'figures') report(figures())
    if (order.op === 'gifts') ticking = setInterval(() => void ours?.gift[order.to](), 1_000 / order.perS)
    if (order.op === 'comments') talking = setInterval(() => void ours?.comment(), 1_000 / order.perS)
    if (order.op === 'broadcast') ticking = setInterval(() => theirs?.broadcast(order.bytes), order.everyMs)
  })
  process.on('disconnect', () => process.exit(0))
  report({ port: (ours ?? beside ?? theirs)?.port ?? 0, battleId: ours?.battleId ?? '' })
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '') as FanoutStart)
