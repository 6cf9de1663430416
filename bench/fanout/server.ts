/** The server of `npm run bench fanout`: the product with two live battles, or a bare loop over TCP sockets. */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { battleFinder, giftQueue } from '../../server/src/features/battles/index.ts'
import { postComment } from '../../server/src/features/crowd/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { type Arena, makePeople } from '../../tests/server/product/arena.ts'
import { unhurriedLimits } from '../../tests/server/test-settings.ts'
import { given, ownCpuMs, share, watchLoop } from '../support/child.ts'
import { liveBattles } from '../support/database.ts'
import { serveProduct } from '../support/serve-product.ts'

const GIVERS = 50
/** Each talker may comment 20 times, at most every 3 s. */
const TALKERS = 200
const STREAMS = { streams: 50_000, streamsPerAddress: 50_000 }

const lateP99 = watchLoop()
const timers: NodeJS.Timeout[] = []
const often = (perS: number, act: () => unknown) => void timers.push(setInterval(act, 1_000 / perS))

async function product(databaseUrl: string) {
  const { ctx, app, port } = await serveProduct({
    databaseUrl,
    limits: { live: { ...unhurriedLimits.live, ...STREAMS } },
    // Each viewer has an address of their own.
    settings: { trustProxy: true },
    // Stores the cheers, as in a real server.
    jobs: ['cheers'],
  })
  const [watched, other] = (await liveBattles(ctx, 2)) as [Arena, Arena]
  const gift = { watched: await gifts(ctx, watched), other: await gifts(ctx, other) }
  const comment = await comments(ctx, watched)
  return {
    port,
    battleId: watched.id,
    messages: () => app.liveCounts.messages,
    gifts: (perS: number, to: 'watched' | 'other') => often(perS, gift[to]),
    comments: (perS: number) => often(perS, comment),
  }
}

/** Returns a function that gives 1 Steeze from the next of many people. */
async function gifts(ctx: Context, { id, sides: [challenger, opponent] }: Arena) {
  const givers = await makePeople(ctx, GIVERS)
  const give = giftQueue(ctx)
  let gave = 0
  return () => {
    gave += 1
    const giverId = givers[gave % GIVERS] ?? ''
    const participantId = gave % 3 === 0 ? opponent : challenger
    return give({ battleId: id, giverId, participantId, amount: 1, key: randomUUID() })
  }
}

/** Returns a function that posts a comment of 100 characters, each time by another of a few hundred people, and cheers. */
async function comments(ctx: Context, { id, sides: [challenger, opponent] }: Arena) {
  const battle = await battleFinder(ctx)(id)
  if (!battle) throw new Error('there is no battle')
  const authors = await makePeople(ctx, TALKERS)
  let said = 0
  return () => {
    said += 1
    ctx.live.signal(`battle:${id}`, said % 3 === 0 ? opponent : challenger, 3)
    const text = `${said} `.padEnd(100, 'a comment ')
    return postComment(ctx, battle, { authorId: authors[said % TALKERS] ?? '', text })
  }
}

/** Measures the lower bound: writes the same bytes to every socket in one loop. */
async function bare() {
  const sockets = new Set<Socket>()
  let messages = 0
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      sockets.add(socket)
    })
  })
  await once(server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }), 'listening')
  const broadcast = (bytes: number) => {
    const head = `id: bare@0\ndata: {"topic":"bare","version":${Date.now()},"state":"`
    const frame = Buffer.from(`${head}${'x'.repeat(Math.max(0, bytes - head.length - 4))}"}\n\n`)
    for (const socket of sockets) socket.write(frame)
    messages += sockets.size
  }
  return {
    port: (server.address() as AddressInfo).port,
    messages: () => messages,
    broadcast: (bytes: number, perS: number) => often(perS, () => broadcast(bytes)),
  }
}

/** Functions that both servers share. */
const common = (messages: () => number) => ({
  collect: () => globalThis.gc?.(),
  quiet() {
    for (const timer of timers.splice(0)) clearInterval(timer)
  },
  figures: () => ({
    cpuMs: ownCpuMs(),
    rssBytes: process.memoryUsage().rss,
    messages: messages(),
    lateP99Ms: lateP99(),
  }),
})
type Served<Own> = Own & ReturnType<typeof common>
export type ProductServer = Served<Awaited<ReturnType<typeof product>>>
export type BareServer = Served<Awaited<ReturnType<typeof bare>>>

const { databaseUrl } = given<{ databaseUrl?: string }>()
const own = databaseUrl === undefined ? await bare() : await product(databaseUrl)
share({ ...own, ...common(own.messages) })
