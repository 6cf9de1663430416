/**
 * Makes each part of the whole stack fail at random, under gifts, lessons, purchases, battles that end and viewers.
 * Exits with an error when an acknowledged write is lost or counted twice, an audit finds something, or a request or a
 * stream fails without a reason; with 3 where Patroni, etcd, HAProxy, PostgreSQL or NATS is not installed.
 * `npm run bench -- chaos SEED SECONDS GIFTS VIEWERS NAME`: for so long (300), with so many gifts a second (200) and
 * viewers (2,000), and only those faults whose name contains NAME.
 */

import { startNatsServer } from '../../tests/server/nats/start-nats.ts'
import { pairedDatabase } from '../support/chaos-stack/chaos-database.ts'
import { chaosFaults } from '../support/chaos-stack/chaos-faults.ts'
import { chaosRun } from '../support/chaos-stack/chaos-run.ts'
import { startStack } from '../support/chaos-stack/chaos-stack.ts'
import { ClusterNotInstalled } from '../support/failover/cluster.ts'
import { printFigure, printTable } from '../support/figures.ts'

const argument = (index: number, usual: number) => Number(process.argv[index] ?? usual)
const seed = argument(2, 1)
const seconds = argument(3, 300)
const gifts = argument(4, 200)
const viewers = argument(5, 2_000)
const only = process.argv[6] ?? ''

const SHOWN = 20
const NOT_INSTALLED = 3
/** Of a client, who waits 0.4 s between gifts. */
const GIFTS_PER_S = 2.5
const AIM_MS = 10_000
/** Of the viewers; the others are on the edge. */
const THROUGH_PROXY = 0.25
const DURATIONS = { hangMs: 15_000, downMs: 5_000, pauseMs: 10_000 }

const startedMs = performance.now()
const onStep = (step: string) => console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s: ${step}`)
const nats = await startNatsServer().catch((error: unknown) => {
  console.error((error as Error).message)
  process.exit(NOT_INSTALLED)
})
const database = await pairedDatabase().catch(async (error: unknown) => {
  await nats.stop()
  if (!(error instanceof ClusterNotInstalled)) throw error
  console.error(error.message)
  process.exit(NOT_INSTALLED)
})
onStep('the database runs')
let stop = async () => {
  await database.stop()
  await nats.stop()
}
// The cluster would outlive this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().finally(() => process.exit(1)))
const stack = await startStack({ database, nats, servers: 3, checkMs: 1_000 })
stop = () => stack.stop()
onStep('servers and edge run')
const proxied = Math.round(viewers * THROUGH_PROXY)
const counts = await chaosRun(stack, {
  faults: [
    chaosFaults.killServer(DURATIONS),
    chaosFaults.restartDatabase(),
    chaosFaults.failOver(),
    chaosFaults.cutNats(DURATIONS),
    chaosFaults.hangNode(DURATIONS),
    chaosFaults.pauseProcess(DURATIONS),
    ...(database.fillDisk === null ? [] : [chaosFaults.fillDisk(DURATIONS)]),
    chaosFaults.skewClock(DURATIONS),
  ].filter(({ name }) => name.includes(only)),
  forMs: seconds * 1_000,
  seed,
  crowd: { gift: Math.ceil(gifts / GIFTS_PER_S / 2), claim: 6, challenge: 0, read: 2, purchase: 2 },
  viewers: { proxy: proxied, edge: viewers - proxied },
  battleEndsEveryMs: 15_000,
  calmMs: 3_000,
  onStep,
}).finally(stop)

const { results, lost, doubled, failed, broken } = counts
const s = (ms: number) => (ms / 1_000).toFixed(1)
const [first] = results
printTable(
  [
    'fault',
    'at, s',
    'lasted, s',
    'recovered in, s',
    'last',
    'all ready, s',
    'gifts',
    'lost',
    'doubled',
    'unexpected',
    'answers',
  ],
  results.map((each) => [
    `${each.name} ${each.target}`.trimEnd(),
    s(each.beganMs - (first?.beganMs ?? 0)),
    s(each.endedMs - each.beganMs),
    s(each.recoveredMs - each.endedMs),
    each.last,
    s(each.readyMs - each.endedMs),
    each.gifts,
    each.lost,
    each.doubled,
    each.unexpected,
    [...each.answers].map(([name, count]) => `${count} × ${name}`).join(', '),
  ]),
)
console.log(
  `${counts.giftsPerS.toFixed(0)} gifts a second, ${counts.purchases} purchases, ${counts.endedBattles} battles ended`,
)
for (const list of [lost, doubled, failed, broken]) for (const line of list.slice(0, SHOWN)) console.log(line)
printFigure('chaos-lost', lost.length)
printFigure('chaos-doubled', doubled.length)
printFigure('chaos-failed', failed.length)
printFigure('chaos-audit', broken.length)
printFigure('chaos-recovery', Math.max(...results.map(({ endedMs, recoveredMs }) => recoveredMs - endedMs)) / AIM_MS)
if (lost.length + doubled.length + failed.length + broken.length > 0) process.exitCode = 1
