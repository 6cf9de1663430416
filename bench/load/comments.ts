/**
 * Comments beside the scores: viewers of a battle with 50 gifts a second, who follow its scores alone, and then its
 * scores, comments and cheers while 20 comments a second arrive. Viewers are raw sockets in separate processes.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { median, printFigure, printTable } from '../support/figures.ts'
import type { CrowdOrder, CrowdReport, CrowdResult, CrowdStart } from '../support/load/fanout-crowd.ts'
import type { FanoutFigures, FanoutOrder, FanoutReport, FanoutStart } from '../support/servers/fanout-server.ts'
import { nextMessage } from '../support/servers/next-message.ts'

const CROWDS = process.argv[2] ? process.argv[2].split(',').map(Number) : [100, 1_000]
const ROUND_S = Number(process.argv[3] ?? 5)
const ROUNDS = 5
const GIFTS_PER_S = 50
const COMMENTS_PER_S = 20
const SETTLING_MS = 2_000
/** Budgets: a viewer's traffic for comments and cheers, and the server's CPU as a multiple of that for the scores alone. */
const MAX_KB_PER_S = 20
const MAX_CPU = 1.5

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const start = (program: string, what: FanoutStart | CrowdStart) =>
  fork(join(import.meta.dirname, '../support', program), [JSON.stringify(what)], { execArgv: ['--expose-gc'] })

interface Round {
  cpuShare: number
  kBPerS: number
  lateP99Ms: number
}

async function listen(server: ChildProcess, path: string, port: number, viewers: number, perS: number): Promise<Round> {
  const crowd = start('load/fanout-crowd.ts', { port, path, viewers, crowd: 0 })
  await nextMessage<CrowdReport>(crowd)
  const order = (what: FanoutOrder) => server.send(what)
  const figures = async () => {
    order({ op: 'figures' })
    return nextMessage<FanoutFigures>(server)
  }
  order({ op: 'gifts', perS: GIFTS_PER_S, to: 'watched' })
  if (perS > 0) order({ op: 'comments', perS })
  await pause(SETTLING_MS)
  crowd.send({ op: 'measure' } satisfies CrowdOrder)
  const before = await figures()
  await pause(ROUND_S * 1_000)
  const after = await figures()
  crowd.send({ op: 'result' } satisfies CrowdOrder)
  const { bytes, silent } = await nextMessage<CrowdResult>(crowd)
  order({ op: 'stop' })
  crowd.disconnect()
  await pause(SETTLING_MS)
  if (silent > 0) throw new Error('some viewers were sent nothing')
  return {
    cpuShare: (after.cpuMs - before.cpuMs) / (ROUND_S * 1_000),
    kBPerS: bytes / viewers / ROUND_S / 1_024,
    lateP99Ms: after.lateP99Ms,
  }
}

const database = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
const rows: (string | number)[][] = []
try {
  for (const viewers of CROWDS) {
    const server = start('servers/fanout-server.ts', { role: 'product', databaseUrl: database.url })
    const { port, battleId } = (await nextMessage<FanoutReport>(server)) as { port: number; battleId: string }
    const scores = `/api/live?topics=battle:${battleId}`
    const [alone, together]: [Round[], Round[]] = [[], []]
    // In turn, so that both meet the same machine.
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await listen(server, scores, port, viewers, 0))
      const all = `${scores},comments:${battleId},cheers:${battleId}`
      together.push(await listen(server, all, port, viewers, COMMENTS_PER_S))
    }
    server.disconnect()
    const middle = (rounds: readonly Round[], read: (round: Round) => number) => median(rounds.map(read))
    for (const [name, rounds] of [
      ['scores', alone],
      ['scores, comments and cheers', together],
    ] as const)
      rows.push([
        `${name}, ${viewers}`,
        `${Math.round(middle(rounds, ({ cpuShare }) => cpuShare) * 100)} %`,
        middle(rounds, ({ kBPerS }) => kBPerS).toFixed(1),
        middle(rounds, ({ lateP99Ms }) => lateP99Ms).toFixed(1),
      ])
    const more = middle(together, ({ kBPerS }) => kBPerS) - middle(alone, ({ kBPerS }) => kBPerS)
    const cpu = middle(together, ({ cpuShare }) => cpuShare) / middle(alone, ({ cpuShare }) => cpuShare)
    printFigure(`comments-${viewers}-bytes`, more / MAX_KB_PER_S)
    printFigure(`comments-${viewers}-cpu`, cpu / MAX_CPU)
  }
  console.log()
  printTable(['', 'CPU', 'kB/s a viewer', 'loop p99 ms'], rows)
} finally {
  await database.stop()
}
