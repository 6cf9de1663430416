/**
 * How many machines so many people need. `npm run bench -- scale [--seconds S] [--machine P] [--disk P] [--terabyte P]`:
 * measures for S seconds (5) what each action of the mix costs a server and durable PostgreSQL, then simulates an evening of
 * ten thousand to ten million people on those costs, in the middle of which a battle ends that a tenth of them watch. Prices a
 * month are assumed: a machine of 2 cores and 8 GB (30), 100 GB of disk (5) and a terabyte sent (5).
 */
import { parseArgs } from 'node:util'
import { defaultLimits } from '../../server/src/limits.ts'
import { printFigure, printTable } from '../support/figures.ts'
import { familyCpuMs } from '../support/load/process-cpu.ts'
import { type Crowd, MIX, type Part } from '../support/mixed/mix.ts'
import { type MixedStack, startStack } from '../support/mixed/mixed-stack.ts'
import { type Demand, demandOf, HABITS } from '../support/scale/demand.ts'
import { type ActionCost, type Cores, coresFor, type Evening, type Rush } from '../support/scale/evening.ts'
import { seeded } from '../support/seeded.ts'
import { startBare } from '../support/servers/child.ts'
import { newAgent } from '../support/siege/ask.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    machine: { type: 'string', default: '30' },
    disk: { type: 'string', default: '5' },
    terabyte: { type: 'string', default: '5' },
  },
})
const SECONDS = Number(values.seconds)
const PRICES = { machine: Number(values.machine), disk: Number(values.disk), terabyte: Number(values.terabyte) }
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]

/** So many at once, as on a busy server: gifts that wait share a transaction. */
const AT_ONCE = 16
const PEOPLE = 6_000
const LESSONS_PER_DAY = 3
const WARM_UP_S = 1
/** Actions whose calls are declared as `mayLag`. */
const LAGGING = ['profile', 'leaderboard']

const EVENING = { seconds: 20, battleEndsAtS: 5 }
const WANTED = { p99Ms: 250, busy: 0.7 }
const MACHINE_CORES = 2
const SESSION_CHECK_S = defaultLimits.live.sessionCheckMs / 1_000
/** CPU of a message to a viewer, in microseconds (docs/benchmarks.md, edges). */
const MESSAGE_US = 10.8
/** Of battles that a tenth of all people watch, a month. Assumed. */
const BATTLE_HOURS = 4

type Cost = Pick<ActionCost, 'requests' | 'serverUs' | 'databaseUs'>

/** CPU of one action in microseconds, and its requests. Throws when one fails: what is refused costs less. */
async function costOf(
  { name, act }: Part,
  crowd: Crowd,
  cpuMs: () => { server: number; database: number },
): Promise<Cost> {
  let done = 0
  const during = async (seconds: number) => {
    const endsMs = performance.now() + seconds * 1_000
    const one = async () => {
      while (performance.now() < endsMs) {
        if (!(await act(crowd))) throw new Error(`${name}: ${[...crowd.unexpected.keys()].join(', ')}`)
        done += 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
  }
  await during(WARM_UP_S)
  done = 0
  const [requests, before] = [crowd.requests, cpuMs()]
  await during(SECONDS)
  const after = cpuMs()
  return {
    requests: Math.round((crowd.requests - requests) / done),
    serverUs: ((after.server - before.server) * 1_000) / done,
    databaseUs: ((after.database - before.database) * 1_000) / done,
  }
}

async function measuredCosts(stack: MixedStack): Promise<{ costs: ActionCost[]; bareUs: Map<string, number> }> {
  const crowd: Crowd = {
    ...stack,
    agent: newAgent(),
    random: seeded(27),
    unexpected: new Map(),
    requests: 0,
    claims: { next: 0, lessonsPerDay: LESSONS_PER_DAY },
  }
  const cpuMs = () => ({ server: familyCpuMs(stack.pid), database: familyCpuMs(stack.databasePid ?? 0) })
  const bare = await startBare(JSON.stringify({ message: 'sign', more: 'x'.repeat(2_000) }), {})
  const [costs, bareUs]: [ActionCost[], Map<string, number>] = [[], new Map()]
  for (const part of MIX) {
    const { name, weight } = part
    costs.push({ name, weight, mayLag: LAGGING.includes(name), ...(await costOf(part, crowd, cpuMs)) })
    const withoutWork = { ...crowd, port: bare.port, claims: { next: 0, lessonsPerDay: Number.POSITIVE_INFINITY } }
    const least = await costOf(part, withoutWork, () => ({ server: familyCpuMs(bare.pid), database: 0 }))
    bareUs.set(name, least.serverUs)
  }
  crowd.agent.destroy()
  bare.stop()
  return { costs, bareUs }
}

interface Plan {
  people: number
  demand: Demand
  cores: Cores
  evening: Evening
  /** Of work at any moment, on average. */
  busyCores: number
  machines: number
  aMonth: number
}

/** A read of one call by each viewer, as a third of opening the battle. */
function rushesOf({ viewers, rush }: Demand, costs: readonly ActionCost[]): Rush[] {
  const costNamed = (name: string): ActionCost => {
    const cost = costs.find((each) => each.name === name)
    if (!cost) throw new Error(`the mix has no ${name}`)
    const { requests, serverUs, databaseUs } = cost
    return { ...cost, requests: 1, serverUs: serverUs / requests, databaseUs: databaseUs / requests }
  }
  return [
    { cost: costNamed('battle'), ...rush, fromS: EVENING.battleEndsAtS },
    // At the most: every viewer is signed in, and checking a session costs what a call of the dashboard does.
    { cost: costNamed('dashboard'), perSecond: viewers / SESSION_CHECK_S, fromS: 0, seconds: EVENING.seconds },
  ]
}

function planFor(people: number, costs: readonly ActionCost[]): Plan {
  const weightOf = (name: string) => costs.find((cost) => cost.name === name)?.weight ?? 0
  const demand = demandOf(people, { giftsOf100: weightOf('gift'), claimsOf100: weightOf('claim') }, defaultLimits.live)
  const plan = { perSecond: demand.actionsPerS, seconds: EVENING.seconds, rushes: rushesOf(demand, costs) }
  const onPrimary = costs.map((cost) => ({ ...cost, mayLag: false }))
  const small = coresFor({ ...plan, actions: onPrimary }, () => seeded(people), WANTED)
  const messagesPerS = Math.min(demand.viewers * 10, defaultLimits.live.messagesPerS)
  const liveCores = demand.edges === 0 ? (messagesPerS * MESSAGE_US) / 1e6 : demand.edges
  const isOne = demand.edges === 0 && busyOf(small) + liveCores <= MACHINE_CORES * WANTED.busy
  const { cores, evening } = isOne ? small : coresFor({ ...plan, actions: costs }, () => seeded(people), WANTED)
  // One server more than needed, a standby of the primary, and a machine each for proxy with NATS and for etcd's third vote.
  const all = cores.servers + 1 + 2 * cores.primaryCores + cores.replicaCores + Math.ceil(liveCores) + 2 * MACHINE_CORES
  const machines = isOne ? 1 : Math.ceil(all / MACHINE_CORES)
  const disks = isOne ? 1 : 3
  const aMonth =
    machines * PRICES.machine +
    ((demand.gbAYear + demand.gbOfAnswers) / 100) * disks * PRICES.disk +
    (demand.gbitPerS / 8) * 3.6 * BATTLE_HOURS * PRICES.terabyte
  return { people, demand, cores, evening, busyCores: busyOf({ cores, evening }) + liveCores, machines, aMonth }
}

const busyOf = ({ cores, evening: { busy } }: { cores: Cores; evening: Evening }) =>
  cores.servers * busy.servers + cores.primaryCores * busy.primaryCores + cores.replicaCores * busy.replicaCores

const stack = await startStack('postgres', PEOPLE)
const { costs, bareUs } = await measuredCosts(stack).finally(async () => {
  const broken = await stack.end()
  console.log(`the audit ${broken.length === 0 ? 'holds' : `fails: ${JSON.stringify(broken[0])}`}`)
  if (broken.length > 0) process.exitCode = 1
})
printTable(
  ['CPU of one', 'of a hundred', 'requests', 'server us', 'database us', 'bare server us', 'answered by'],
  costs.map(({ name, weight, requests, serverUs, databaseUs, mayLag }) => [
    ...[name, weight, requests, Math.round(serverUs), Math.round(databaseUs), Math.round(bareUs.get(name) ?? 0)],
    mayLag ? 'replica' : 'primary',
  ]),
)
const percent = (share: number) => `${Math.round(share * 100)} %`
const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })
const plans = SIZES.map((people) => planFor(people, costs))
console.log(`\n${JSON.stringify(HABITS)}, no pool busier than ${percent(WANTED.busy)}:`)
printTable(
  [
    ...['people', 'actions/s', 'viewers', 'reads/s at the end', 'servers', 'primary', 'replica', 'edges', 'busy cores'],
    ...['p50 ms', 'p99 ms', 'Gbit/s of streams', 'GB a year', 'GB of answers', 'machines', 'a month'],
  ],
  plans.map(({ people, demand, cores, evening, busyCores, machines, aMonth }) => [
    ...[number(people), number(demand.actionsPerS), number(demand.viewers), number(demand.rush.perSecond)],
    ...[`${cores.servers} at ${percent(evening.busy.servers)}`],
    ...[`${cores.primaryCores} at ${percent(evening.busy.primaryCores)}`],
    cores.replicaCores === 0 ? '' : `${cores.replicaCores} at ${percent(evening.busy.replicaCores)}`,
    ...[demand.edges || '', number(busyCores), evening.p50Ms.toFixed(1), evening.p99Ms.toFixed(0)],
    ...[number(demand.gbitPerS), number(demand.gbAYear), number(demand.gbOfAnswers), number(machines), number(aMonth)],
  ]),
)
for (const { name, serverUs, databaseUs } of costs)
  printFigure(`scale-${name}`, (serverUs + databaseUs) / (bareUs.get(name) ?? Number.NaN))
