/**
 * A live battle's updates to 1,000, 5,000 and 10,000 viewers on one process, against a bare loop over TCP sockets.
 * `npm run bench fanout VIEWERS,VIEWERS SECONDS` for other crowds, and the length of a round (4). 200 gifts a second
 * change the battle, then with 20 comments and 60 cheers a second beside them. Viewers are raw sockets in separate
 * processes. The bare server sends the same number of bytes at the same rate, in alternating rounds.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { BareServer, ProductServer } from './fanout/server.ts'
import type { Viewers } from './fanout/viewers.ts'
import { startDurableDatabase } from './support/database.ts'
import { type Figures, median, printFigures, printTable, type Row } from './support/figures.ts'
import { httpLoad } from './support/http-load.ts'
import { type Program, startProgram } from './support/programs.ts'

const [crowds = '1000,5000,10000', roundSeconds = '4'] = process.argv.slice(2)
const ROUND_S = Number(roundSeconds)
const ROUNDS = 5
const GIFTS_PER_S = 200
/** Each comment comes with three cheers. */
const COMMENTS_PER_S = 20
const WARM_UP_MS = 3_000
const WARM_UP_VIEWERS = 100
const SETTLING_MS = 1_000
const ALONE_MS = 3_000
const CROWD_PROCESSES = 2

const postgres = await startDurableDatabase({ full_page_writes: 'off' })
const startServer = <Shared>(start: object) =>
  startProgram<Shared>('fanout/server.ts', start, { execArgv: ['--expose-gc'] })
const startProduct = () => startServer<ProductServer>({ databaseUrl: postgres.url })
type Server = Pick<Program<ProductServer>, 'port' | 'collect' | 'figures'>

async function startCrowd(port: number, path: string, viewers: number) {
  const starts = Array.from({ length: CROWD_PROCESSES }, (_, crowd) =>
    startProgram<Viewers>('fanout/viewers.ts', { port, path, viewers: viewers / CROWD_PROCESSES, crowd }),
  )
  return Promise.all(starts)
}

type News = Record<'go' | 'stop', () => Promise<unknown>>

async function gather(server: Server, path: string, viewers: number, news: News) {
  // Warm up before reading memory: lazy loading is not a cost of viewers.
  const first = await startCrowd(server.port, path, WARM_UP_VIEWERS)
  await news.go()
  await pause(WARM_UP_MS)
  await news.stop()
  for (const { stop } of first) stop()
  await pause(500)
  await server.collect()
  const empty = await server.figures()
  const parts = await startCrowd(server.port, path, viewers)
  await pause(2_000)
  await server.collect()
  const full = await server.figures()
  return { server, parts, kBPerViewer: (full.rssBytes - empty.rssBytes) / viewers / 1_024 }
}
type Watched = Awaited<ReturnType<typeof gather>>

async function listen({ server, parts }: Watched, news: News, seconds: number) {
  await news.go()
  await pause(SETTLING_MS)
  await Promise.all(parts.map((part) => part.measure()))
  const before = await server.figures()
  await pause(seconds * 1_000)
  const after = await server.figures()
  const results = await Promise.all(parts.map((part) => part.results()))
  await news.stop()
  await pause(SETTLING_MS)
  if (results.some(({ silent }) => silent > 0)) throw new Error('some viewers were sent nothing')
  const most = (name: keyof (typeof results)[0]) => Math.max(...results.map((result) => result[name]))
  return {
    ...{ seconds, messages: after.messages - before.messages, cpuMs: after.cpuMs - before.cpuMs },
    ...{ p50Ms: most('p50Ms'), p99Ms: most('p99Ms'), frameBytes: most('frameBytes'), lateP99Ms: after.lateP99Ms },
  }
}
type Round = Awaited<ReturnType<typeof listen>>

/** Merges rounds. CPU is summed, so that it includes garbage collection; other figures are from the median round. */
async function outcome({ server, kBPerViewer }: Watched, rounds: readonly Round[]) {
  // An idle process's CPU, mostly event-loop measurement, is subtracted.
  const alone = await server.figures()
  await pause(ALONE_MS)
  const idleShare = ((await server.figures()).cpuMs - alone.cpuMs) / ALONE_MS
  const sum = (name: keyof Round) => rounds.reduce((all, round) => all + round[name], 0)
  const middle = (name: keyof Round) => median(rounds.map((round) => round[name]))
  const [seconds, messages] = [sum('seconds'), sum('messages')]
  const cpuMs = sum('cpuMs') - idleShare * seconds * 1_000
  return {
    ...{ messagesPerS: messages / seconds, cpuUs: (cpuMs * 1_000) / messages, cpuShare: cpuMs / (seconds * 1_000) },
    ...{ kBPerViewer, p50Ms: middle('p50Ms'), p99Ms: middle('p99Ms'), lateP99Ms: middle('lateP99Ms') },
    frameBytes: middle('frameBytes'),
  }
}
type Outcome = Awaited<ReturnType<typeof outcome>>

async function compare(viewers: number) {
  const product = await startProduct()
  const path = `/api/live?topics=battle:${product.battleId}`
  const gifts = (to: 'watched' | 'other'): News => ({ go: () => product.gifts(GIFTS_PER_S, to), stop: product.quiet })
  const alone = async (topics: string, news: News) => {
    const watched = await gather(product, topics, viewers, news)
    const found = await outcome(watched, [await listen(watched, news, ROUNDS * ROUND_S)])
    for (const { stop } of watched.parts) stop()
    return found
  }
  const ours = await alone(path, gifts('watched'))
  const crowded = await alone(`${path},comments:${product.battleId},cheers:${product.battleId}`, {
    go: () => Promise.all([gifts('watched').go(), product.comments(COMMENTS_PER_S)]),
    stop: product.quiet,
  })

  // Gifts go through the first server, so all the work of the second is fanout.
  const second = await startProduct()
  const bare = await startServer<BareServer>({})
  // While the bare server sends, gifts go to an unwatched battle, which keeps the machine equally busy.
  const broadcast = (perS: number): News => ({
    go: () => Promise.all([gifts('other').go(), bare.broadcast(ours.frameBytes, perS)]),
    stop: () => Promise.all([bare.quiet(), product.quiet()]),
  })
  const told = await gather(second, path, viewers, gifts('watched'))
  const sent = await gather(bare, '/', viewers, broadcast(10))
  const [tellings, broadcasts]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const telling = await listen(told, gifts('watched'), ROUND_S)
    tellings.push(telling)
    broadcasts.push(await listen(sent, broadcast(telling.messages / viewers / ROUND_S), ROUND_S))
  }
  const [telling, theirs] = [await outcome(told, tellings), await outcome(sent, broadcasts)]
  for (const { stop } of [...told.parts, ...sent.parts, product, second, bare]) stop()
  return { ours, crowded, telling, theirs }
}

/** Prints the cost of a poll of the battle, over keep-alive connections. */
async function measurePolls(): Promise<void> {
  const asked = await startProduct()
  let beforeMs = 0
  const load = { port: asked.port, path: `/api/battles/${asked.battleId}`, connections: 64, seconds: 5 }
  const { requests, perSecond } = await httpLoad(load, async () => {
    beforeMs = (await asked.figures()).cpuMs
  })
  const us = (((await asked.figures()).cpuMs - beforeMs) * 1_000) / requests
  asked.stop()
  console.log(`\nOne poll of the battle costs ${us.toFixed(0)} us of CPU (${Math.round(perSecond)} a second).\n`)
}

await measurePolls()
const rows: Row[] = []
const figures: Figures = {}
for (const viewers of crowds.split(',').map(Number)) {
  const { ours, crowded, telling, theirs } = await compare(viewers)
  const row = (name: string, of: Outcome): Row => ({
    '': `${name}, ${viewers}`,
    'messages/s': Math.round(of.messagesPerS),
    'CPU us/message': of.cpuUs.toFixed(1),
    CPU: `${Math.round(of.cpuShare * 100)} %`,
    'kB/viewer': of.kBPerViewer.toFixed(1),
    'age p50 ms': of.p50Ms,
    p99: of.p99Ms,
    'loop p99 ms': of.lateP99Ms.toFixed(1),
  })
  rows.push(row('bare', theirs), row('Aura, gifts elsewhere', telling), row('Aura, gifts included', ours))
  rows.push(row('Aura, gifts, comments and cheers', crowded))
  console.log(`${viewers} viewers: ${ours.frameBytes} bytes an update`)
  Object.assign(figures, {
    [`fanout-${viewers}-cpu`]: telling.cpuUs / theirs.cpuUs / 1.25,
    [`fanout-${viewers}-memory`]: ours.kBPerViewer / 20,
    [`fanout-${viewers}-age`]: ours.p99Ms / 1_000,
    [`fanout-${viewers}-loop`]: ours.lateP99Ms / 20,
    [`fanout-${viewers}-crowd-age`]: crowded.p99Ms / 1_000,
    [`fanout-${viewers}-crowd-loop`]: crowded.lateP99Ms / 20,
  })
}
console.log()
printTable(rows)
printFigures(figures)
await postgres.stop()
