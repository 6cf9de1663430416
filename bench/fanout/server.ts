/**
 * The server of `npm run bench fanout`: the product with one live battle, or a bare loop over TCP sockets.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { battleFinder } from '../../server/src/features/battles/index.ts'
import { postComment } from '../../server/src/features/crowd/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { unhurriedLimits } from '../../tests/server/test-settings.ts'
import { watchLoop } from '../support/loop-lateness.ts'
import { serveProduct } from '../support/serve-product.ts'
import { demoBattle, join } from './battle.ts'

export type FanoutStart = { role: 'product'; databaseUrl: string } | { role: 'bare' }
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

/** Each talker may comment 20 times, at most every 3 s. */
const TALKERS = 200
const lateP99 = watchLoop()

let counted = () => ({ messages: 0, skipped: 0 })
let ticking: NodeJS.Timeout | undefined
let talking: NodeJS.Timeout | undefined

function figures(): FanoutFigures {
  const { user, system } = process.cpuUsage()
  const { rss } = process.memoryUsage()
  return { cpuMs: (user + system) / 1_000, rssBytes: rss, ...counted(), lateP99Ms: lateP99() }
}

const STREAMS = { streams: 50_000, streamsPerAddress: 50_000 }

async function product(databaseUrl: string) {
  const { ctx, app, port } = await serveProduct({
    databaseUrl,
    limits: { live: { ...unhurriedLimits.live, ...STREAMS } },
    // Each viewer has an address of their own.
    settings: { trustProxy: true },
    // Stores the cheers, as in a real server.
    jobs: ['cheers'],
  })
  const [watched, other] = [await demoBattle(ctx), await demoBattle(ctx)]
  counted = () => ({ ...app.liveCounts })
  return {
    port,
    battleId: watched.id,
    gift: { watched: watched.gift, other: other.gift },
    comment: await talkers(ctx, watched.id),
  }
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

/** Measures the lower bound: writes the same bytes to every socket in one loop. */
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
  const ours = start.role === 'product' ? await product(start.databaseUrl) : undefined
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
  report({ port: (ours ?? theirs)?.port ?? 0, battleId: ours?.battleId ?? '' })
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '') as FanoutStart)
