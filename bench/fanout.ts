/**
 * A live battle's updates to 1,000, 5,000 and 10,000 viewers on one process, against a bare loop over TCP sockets.
 * 200 gifts a second change the battle, then with 20 comments and 60 cheers a second beside them. Viewers are raw
 * sockets in separate processes. The bare server sends the same number of bytes at the same rate, in alternating
 * rounds. The cost of polling for the same crowd is printed for comparison.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { FanoutFigures, FanoutOrder, FanoutReport, FanoutStart } from './fanout/server.ts'
import type { CrowdOrder, CrowdReport, CrowdResult, CrowdStart } from './fanout/viewers.ts'
import { startDurableDatabase } from './support/database.ts'
import { median, printFigure, printTable, type Row } from './support/figures.ts'
import { httpLoad } from './support/http-load.ts'
import { nextMessage, startProgram } from './support/programs.ts'

const CROWDS = process.argv[2] ? process.argv[2].split(',').map(Number) : [1_000, 5_000, 10_000]
const ROUND_S = Number(process.argv[3] ?? 4)
const ROUNDS = 5
const GIFTS_PER_S = 200
/** Each comment comes with three cheers. */
const COMMENTS_PER_S = 20
const WARM_UP_MS = 3_000
const WARM_UP_VIEWERS = 100
const SETTLING_MS = 1_000
const ALONE_MS = 3_000
const CROWD_PROCESSES = 2
/** Requests of a viewer who polls instead: the battle every 5 s, its votes every 3 s. */
const POLLS_PER_VIEWER_S = 1 / 5 + 1 / 3

async function startServer(start: FanoutStart) {
  const child = startProgram('fanout/server.ts', start, { execArgv: ['--expose-gc'] })
  const { port, battleId } = (await nextMessage<FanoutReport>(child)) as { port: number; battleId: string }
  return {
    port,
    battleId,
    order: (order: FanoutOrder) => child.send(order),
    async figures(): Promise<FanoutFigures> {
      child.send({ op: 'figures' } satisfies FanoutOrder)
      return (await nextMessage<FanoutReport>(child)) as FanoutFigures
    },
    stop: () => child.disconnect(),
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

async function startCrowd(port: number, path: string, viewers: number) {
  const children = await Promise.all(
    Array.from({ length: CROWD_PROCESSES }, async (_, crowd) => {
      const start: CrowdStart = { port, path, viewers: viewers / CROWD_PROCESSES, crowd }
      const child = startProgram('fanout/viewers.ts', start)
      await nextMessage<CrowdReport>(child)
      return child
    }),
  )
  const tell = (order: CrowdOrder) => children.map((child) => child.send(order))
  return {
    measure: () => tell({ op: 'measure' }),
    async results(): Promise<CrowdResult[]> {
      const answers = children.map((child) => nextMessage<CrowdResult>(child))
      tell({ op: 'result' })
      return Promise.all(answers)
    },
    stop: () => children.map((child) => child.disconnect()),
  }
}

interface News {
  go: () => void
  stop: () => void
}

interface Watched {
  server: Server
  crowd: Awaited<ReturnType<typeof startCrowd>>
  viewers: number
  kBPerViewer: number
}

async function gather(server: Server, path: string, viewers: number, news: News): Promise<Watched> {
  // Warm up before reading memory: lazy loading is not a cost of viewers.
  const first = await startCrowd(server.port, path, WARM_UP_VIEWERS)
  news.go()
  await pause(WARM_UP_MS)
  news.stop()
  first.stop()
  await pause(500)
  server.order({ op: 'collect' })
  const empty = await server.figures()
  const crowd = await startCrowd(server.port, path, viewers)
  await pause(2_000)
  server.order({ op: 'collect' })
  const full = await server.figures()
  return { server, crowd, viewers, kBPerViewer: (full.rssBytes - empty.rssBytes) / viewers / 1_024 }
}

interface Round {
  seconds: number
  messages: number
  cpuMs: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  lateP99Ms: number
  frameBytes: number
  skipped: number
}

async function listen({ server, crowd }: Watched, news: News, seconds: number): Promise<Round> {
  news.go()
  await pause(SETTLING_MS)
  crowd.measure()
  const before = await server.figures()
  await pause(seconds * 1_000)
  const after = await server.figures()
  const results = await crowd.results()
  news.stop()
  await pause(SETTLING_MS)
  if (results.some(({ silent }) => silent > 0)) throw new Error('some viewers were sent nothing')
  const most = (read: (result: CrowdResult) => number) => Math.max(...results.map(read))
  return {
    seconds,
    messages: after.messages - before.messages,
    cpuMs: after.cpuMs - before.cpuMs,
    p50Ms: most(({ p50Ms }) => p50Ms),
    p99Ms: most(({ p99Ms }) => p99Ms),
    maxMs: most(({ maxMs }) => maxMs),
    lateP99Ms: after.lateP99Ms,
    frameBytes: most(({ frameBytes }) => frameBytes),
    skipped: after.skipped - before.skipped,
  }
}

interface Outcome extends Omit<Round, 'messages' | 'cpuMs' | 'seconds'> {
  messagesPerS: number
  cpuUs: number
  cpuShare: number
  kBPerViewer: number
}

/**
 * Merges rounds. CPU is summed, so that it includes garbage collection; the other figures are from the median round.
 */
async function outcome({ server, kBPerViewer }: Watched, rounds: readonly Round[]): Promise<Outcome> {
  // An idle process's CPU, mostly event-loop measurement, is subtracted.
  const alone = await server.figures()
  await pause(ALONE_MS)
  const idleShare = ((await server.figures()).cpuMs - alone.cpuMs) / ALONE_MS
  const sum = (read: (round: Round) => number) => rounds.reduce((all, round) => all + read(round), 0)
  const middle = (read: (round: Round) => number) => median(rounds.map(read))
  const seconds = sum((round) => round.seconds)
  const cpuMs = sum((round) => round.cpuMs) - idleShare * seconds * 1_000
  return {
    messagesPerS: sum(({ messages }) => messages) / seconds,
    cpuUs: (cpuMs * 1_000) / sum(({ messages }) => messages),
    cpuShare: cpuMs / (seconds * 1_000),
    kBPerViewer,
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    maxMs: middle(({ maxMs }) => maxMs),
    lateP99Ms: middle(({ lateP99Ms }) => lateP99Ms),
    frameBytes: middle(({ frameBytes }) => frameBytes),
    skipped: sum(({ skipped }) => skipped),
  }
}

async function compare(databaseUrl: string, viewers: number) {
  const product = await startServer({ role: 'product', databaseUrl })
  const path = `/api/live?topics=battle:${product.battleId}`
  const gifts = (to: 'watched' | 'other'): News => ({
    go: () => product.order({ op: 'gifts', perS: GIFTS_PER_S, to }),
    stop: () => product.order({ op: 'stop' }),
  })
  const alone = async (topics: string, news: News) => {
    const watched = await gather(product, topics, viewers, news)
    const outcomes = await outcome(watched, [await listen(watched, news, ROUNDS * ROUND_S)])
    watched.crowd.stop()
    return outcomes
  }
  const ours = await alone(path, gifts('watched'))
  const crowded = await alone(`${path},comments:${product.battleId},cheers:${product.battleId}`, {
    go() {
      gifts('watched').go()
      product.order({ op: 'comments', perS: COMMENTS_PER_S })
    },
    stop: () => product.order({ op: 'stop' }),
  })

  // Gifts go through the first server, so all the work of the second is fanout.
  const second = await startServer({ role: 'product', databaseUrl })
  const bare = await startServer({ role: 'bare' })
  // While the bare server sends, gifts go to an unwatched battle, which keeps the machine equally busy.
  const others = gifts('other')
  const broadcast = (everyMs: number): News => ({
    go() {
      others.go()
      bare.order({ op: 'broadcast', bytes: ours.frameBytes, everyMs })
    },
    stop() {
      bare.order({ op: 'stop' })
      others.stop()
    },
  })
  const told = await gather(second, path, viewers, gifts('watched'))
  const sent = await gather(bare, '/', viewers, broadcast(100))
  const tellings: Round[] = []
  const broadcasts: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const telling = await listen(told, gifts('watched'), ROUND_S)
    tellings.push(telling)
    broadcasts.push(await listen(sent, broadcast((viewers / telling.messages) * ROUND_S * 1_000), ROUND_S))
  }
  const outcomes = { ours, crowded, telling: await outcome(told, tellings), theirs: await outcome(sent, broadcasts) }
  for (const { crowd } of [told, sent]) crowd.stop()
  for (const { stop } of [product, second, bare]) stop()
  return outcomes
}

const database = await startDurableDatabase({ full_page_writes: 'off' })
const rows: Row[] = []
const figures: [name: string, value: number][] = []
try {
  // Measures one poll over keep-alive connections.
  const asked = await startServer({ role: 'product', databaseUrl: database.url })
  let beforeMs = 0
  const load = { port: asked.port, path: `/api/battles/${asked.battleId}`, headers: {}, connections: 64, seconds: 5 }
  const polled = await httpLoad(load, async () => {
    beforeMs = (await asked.figures()).cpuMs
  })
  const pollUs = (((await asked.figures()).cpuMs - beforeMs) * 1_000) / polled.requests
  asked.stop()
  console.log(
    `\nOne poll of the battle costs ${pollUs.toFixed(0)} us of CPU (${Math.round(polled.perSecond)} a second).\n`,
  )

  for (const viewers of CROWDS) {
    const { ours, crowded, telling, theirs } = await compare(database.url, viewers)
    const row = (name: string, of: Outcome): Row => ({
      '': `${name}, ${viewers}`,
      'messages/s': Math.round(of.messagesPerS),
      'CPU us/message': of.cpuUs.toFixed(1),
      CPU: `${Math.round(of.cpuShare * 100)} %`,
      'kB/viewer': of.kBPerViewer.toFixed(1),
      'age p50 ms': of.p50Ms,
      p99: of.p99Ms,
      most: of.maxMs,
      'loop p99 ms': of.lateP99Ms.toFixed(1),
    })
    rows.push(row('bare', theirs), row('Aura, gifts elsewhere', telling), row('Aura, gifts included', ours))
    rows.push(row('Aura, gifts, comments and cheers', crowded))
    const pollsPerS = viewers * POLLS_PER_VIEWER_S
    rows.push({
      '': 'polling as without it',
      'messages/s': Math.round(pollsPerS),
      'CPU us/message': pollUs.toFixed(1),
      CPU: `${Math.round((pollsPerS * pollUs) / 10_000)} %`,
    })
    console.log(`${viewers} viewers: ${ours.frameBytes} bytes an update, ${ours.skipped} skipped`)
    figures.push(
      [`fanout-${viewers}-cpu`, telling.cpuUs / theirs.cpuUs / 1.25],
      [`fanout-${viewers}-memory`, ours.kBPerViewer / 20],
      [`fanout-${viewers}-age`, ours.p99Ms / 1_000],
      [`fanout-${viewers}-loop`, ours.lateP99Ms / 20],
      [`fanout-${viewers}-crowd-memory`, crowded.kBPerViewer / 20],
      [`fanout-${viewers}-crowd-age`, crowded.p99Ms / 1_000],
      [`fanout-${viewers}-crowd-loop`, crowded.lateP99Ms / 20],
    )
  }
  console.log()
  printTable(rows)
  for (const [name, value] of figures) printFigure(name, value)
} finally {
  await database.stop()
}
