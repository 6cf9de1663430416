/**
 * Viewers of one battle on live edges over NATS, and what they cost the server that takes the gifts.
 * `npm run bench -- edges ONE ALL EDGES SECONDS`: ONE viewers on one edge (10,000), then ALL (50,000) over EDGES (3), each
 * measured for SECONDS (20) under 200 gifts a second. Needs nats-server, and as many open files for each process as it has
 * viewers. Edges and viewers stand for other machines: they run at a lower priority than the server, first on all cores, then
 * apart from it, on all but the first, which server, database and NATS have for themselves (`taskset`); last, for comparison,
 * ALL viewers of another server are there.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startNatsServer } from '../../tests/server/nats/start-nats.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable } from '../support/figures.ts'
import type { CrowdOrder, CrowdReport, CrowdResult, CrowdStart } from '../support/load/fanout-crowd.ts'
import type { FanoutFigures, FanoutOrder, FanoutReport, FanoutStart } from '../support/servers/fanout-server.ts'
import { nextMessage } from '../support/servers/next-message.ts'

const argument = (index: number, usual: number) => Number(process.argv[index] ?? usual)
const ONE = argument(2, 10_000)
const ALL = argument(3, 50_000)
const EDGES = argument(4, 3)
const SECONDS = argument(5, 20)
const GIFTS_PER_S = 200
const SETTLING_MS = 3_000
const LOW_PRIORITY = 10
/** Open files of a process beside its viewers. */
const OTHER_FILES = 200

const CORES = availableParallelism()
if (CORES < 2) throw new Error('edges apart from the server need a second core')
const SERVER_CORE = '0'
const ALL_CORES = `0-${CORES - 1}`
const OTHER_CORES = `1-${CORES - 1}`

const running: ChildProcess[] = []
const SERVER_PROGRAM = 'servers/fanout-server.ts'
/** Edges, which stay until the end, and crowds of viewers. */
const edgePids: number[] = []
let coresElsewhere = ALL_CORES

/** Moves a process with all of its threads; what it starts later follows. */
const keepTo = (cores: string, pid: number) => execFileSync('taskset', ['-acp', cores, String(pid)])

function start(program: string, argument: FanoutStart | CrowdStart, isElsewhere: boolean): ChildProcess {
  const child = fork(join(import.meta.dirname, '../support', program), [JSON.stringify(argument)], {
    execArgv: ['--expose-gc'],
  })
  running.push(child)
  if (isElsewhere && child.pid !== undefined) {
    setPriority(child.pid, LOW_PRIORITY)
    if (program === SERVER_PROGRAM) edgePids.push(child.pid)
    keepTo(coresElsewhere, child.pid)
  }
  return child
}

interface Server {
  host: string
  port: number
  battleId: string
  order(order: FanoutOrder): void
  figures(): Promise<FanoutFigures>
  stop(): void
}

async function startServer(argument: FanoutStart, host: string): Promise<Server> {
  const child = start(SERVER_PROGRAM, argument, argument.role === 'edge')
  const { port, battleId } = (await nextMessage<FanoutReport>(child)) as { port: number; battleId: string }
  return {
    host,
    port,
    battleId,
    order: (order) => void child.send(order),
    async figures() {
      child.send({ op: 'figures' } satisfies FanoutOrder)
      return (await nextMessage<FanoutReport>(child)) as FanoutFigures
    },
    stop: () => child.disconnect(),
  }
}

/** Each edge on an address of its own, so that ports of this machine don't run out. */
const startEdge = (natsUrl: string, index: number) => {
  const host = `127.0.0.${index + 2}`
  return startServer({ role: 'edge', host, natsUrl }, host)
}

async function startCrowd({ host, port }: Server, path: string, viewers: number, crowd: number) {
  const child = start('load/fanout-crowd.ts', { host, port, path, viewers, crowd }, true)
  await nextMessage<CrowdReport>(child)
  return {
    measure: () => void child.send({ op: 'measure' } satisfies CrowdOrder),
    result(): Promise<CrowdResult> {
      const answer = nextMessage<CrowdResult>(child)
      child.send({ op: 'result' } satisfies CrowdOrder)
      return answer
    },
    stop: () => child.disconnect(),
  }
}

const pathOf = ({ battleId }: Server) => `/api/live?topics=battle:${battleId}`

/** `viewers` of a battle, spread over the edges. */
function startCrowds(edges: readonly Server[], path: string, viewers: number) {
  const share = Math.floor(viewers / Math.max(1, edges.length))
  return Promise.all(
    edges.map((edge, index) =>
      startCrowd(edge, path, index === 0 ? viewers - share * (edges.length - 1) : share, index),
    ),
  )
}

interface Outcome {
  viewers: number
  edges: number
  messagesPerS: number
  cpuUs: number
  /** Of the busiest edge. */
  edgeLateMs: number
  kBPerViewer: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  skipped: number
  writerLateMs: number
  writerCpuShare: number
}

/** Measures `viewers` spread over the edges, or the server alone. */
async function measure(writer: Server, edges: readonly Server[], viewers: number): Promise<Outcome> {
  for (const { order } of edges) order({ op: 'collect' })
  const empty = await Promise.all(edges.map((edge) => edge.figures()))
  const crowds = await startCrowds(edges, pathOf(writer), viewers)
  await pause(SETTLING_MS)
  for (const { order } of edges) order({ op: 'collect' })
  const full = await Promise.all(edges.map((edge) => edge.figures()))
  writer.order({ op: 'gifts', perS: GIFTS_PER_S, to: 'watched' })
  await pause(SETTLING_MS)
  for (const crowd of crowds) crowd.measure()
  const [writerBefore, ...before] = await Promise.all([writer, ...edges].map((each) => each.figures()))
  await pause(SECONDS * 1_000)
  const [writerAfter, ...after] = await Promise.all([writer, ...edges].map((each) => each.figures()))
  const results = await Promise.all(crowds.map((crowd) => crowd.result()))
  writer.order({ op: 'stop' })
  for (const crowd of crowds) crowd.stop()
  await pause(SETTLING_MS)
  const silent = results.reduce((sum, result) => sum + result.silent, 0)
  if (silent > 0) throw new Error(`${silent} of ${viewers} viewers were sent nothing; is this machine busy?`)
  if (!writerBefore || !writerAfter) throw new Error('the server has no figures')

  const grown = (read: (figures: FanoutFigures) => number, [from, to] = [before, after]) =>
    to.reduce((sum, figures, index) => sum + read(figures) - read(from[index] ?? figures), 0)
  const most = <T>(all: readonly T[], read: (each: T) => number) => Math.max(0, ...all.map(read))
  const messages = grown((figures) => figures.messages)
  return {
    viewers,
    edges: edges.length,
    messagesPerS: messages / SECONDS,
    cpuUs: (grown(({ cpuMs }) => cpuMs) * 1_000) / Math.max(1, messages),
    edgeLateMs: most(after, ({ lateP99Ms }) => lateP99Ms),
    kBPerViewer: grown(({ rssBytes }) => rssBytes, [empty, full]) / 1_024 / Math.max(1, viewers),
    p50Ms: most(results, ({ p50Ms }) => p50Ms),
    p99Ms: most(results, ({ p99Ms }) => p99Ms),
    maxMs: most(results, ({ maxMs }) => maxMs),
    skipped: grown((figures) => figures.skipped),
    writerLateMs: writerAfter.lateP99Ms,
    writerCpuShare: (writerAfter.cpuMs - writerBefore.cpuMs) / (SECONDS * 1_000),
  }
}

/** As many viewers on as many edges of a server with a database and NATS of its own, all on the other cores. */
async function startOthers(): Promise<{ stop(): Promise<void> }> {
  // A child inherits the cores of its parent.
  keepTo(OTHER_CORES, process.pid)
  const [database, nats] = [await startDatabase(), await startNatsServer()]
  const server = await startServer({ role: 'product', databaseUrl: database.url, natsUrl: nats.url }, '127.0.0.1')
  const edges: Server[] = []
  for (let index = 0; index < EDGES; index++) edges.push(await startEdge(nats.url, EDGES + index))
  const crowds = await startCrowds(edges, pathOf(server), ALL)
  server.order({ op: 'gifts', perS: GIFTS_PER_S, to: 'watched' })
  keepTo(SERVER_CORE, process.pid)
  return {
    async stop() {
      for (const each of [...crowds, server, ...edges]) each.stop()
      await nats.stop()
      await database.stop()
    },
  }
}

const startDatabase = () => startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })

function assertFiles(): void {
  const allowed = limitOf('open_files')
  const needed = Math.max(ONE, Math.ceil(ALL / EDGES)) + OTHER_FILES
  if (needed <= allowed) return
  console.error(`This needs ${needed} open files for each process, and ${allowed} are allowed (ulimit -n).`)
  process.exit(1)
}

function limitOf(name: string): number {
  const report = process.report.getReport() as { userLimits?: Record<string, { soft: number | string }> }
  const soft = report.userLimits?.[name]?.soft
  return soft === undefined || soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}

assertFiles()
keepTo(SERVER_CORE, process.pid)
const database = await startDatabase()
const nats = await startNatsServer()
try {
  const writer = await startServer({ role: 'product', databaseUrl: database.url, natsUrl: nats.url }, '127.0.0.1')
  // Warms it up.
  await measure(writer, [], 0)
  const alone = await measure(writer, [], 0)
  const first = await startEdge(nats.url, 0)
  // The server reads and tells the battle for one viewer as for all.
  const single = await measure(writer, [first], 1)
  const one = await measure(writer, [first], ONE)
  const edges = [first]
  for (let index = 1; index < EDGES; index++) edges.push(await startEdge(nats.url, index))
  const all = await measure(writer, edges, ALL)
  coresElsewhere = OTHER_CORES
  for (const pid of edgePids) keepTo(coresElsewhere, pid)
  const apart = await measure(writer, edges, ALL)
  for (const edge of edges.slice(1)) edge.stop()
  // Cores share caches and memory. So the same crowd watches another server's battle there, of which this one knows nothing.
  const others = await startOthers()
  const beside = await measure(writer, [first], 1)
  await others.stop()
  const again = await measure(writer, [], 0)

  const row = (name: string, of: Outcome) => [
    name,
    Math.round(of.messagesPerS),
    of.viewers === 0 ? '' : of.cpuUs.toFixed(1),
    of.viewers === 0 ? '' : of.kBPerViewer.toFixed(1),
    of.p50Ms,
    of.p99Ms,
    of.maxMs,
    of.edgeLateMs.toFixed(1),
    of.writerLateMs.toFixed(1),
    `${(of.writerCpuShare * 100).toFixed(1)} %`,
  ]
  printTable(
    [
      '',
      'messages/s',
      'CPU us/message',
      'kB/viewer',
      'age p50 ms',
      'p99',
      'most',
      'edge loop p99 ms',
      'server loop p99 ms',
      'server CPU',
    ],
    [
      row('no viewer', alone),
      row('1 on one edge', single),
      row(`${ONE} on one edge`, one),
      row(`${ALL} on ${EDGES} edges`, all),
      row(`${ALL} on ${EDGES} edges, apart`, apart),
      row(`1 on one edge, beside ${ALL} of another server`, beside),
      row('no viewer again', again),
    ],
  )
  console.log(`${one.skipped}, ${all.skipped} and ${apart.skipped} states skipped for slow viewers`)
  const lateMs = (alone.writerLateMs + again.writerLateMs) / 2
  printFigure(`edges-${ONE}-age`, one.p99Ms / 1_000)
  printFigure(`edges-${ONE}-memory`, one.kBPerViewer / 20)
  printFigure(`edges-${ONE}-loop`, one.edgeLateMs / 20)
  printFigure(`edges-${ALL}-age`, all.p99Ms / 1_000)
  printFigure(`edges-${ALL}-writer-loop-shared`, all.writerLateMs / lateMs)
  printFigure(`edges-${ALL}-writer-loop`, apart.writerLateMs / beside.writerLateMs)
  printFigure(`edges-${ALL}-writer-cpu`, apart.writerCpuShare / single.writerCpuShare)
} finally {
  for (const child of running) child.kill()
  await nats.stop()
  await database.stop()
}
