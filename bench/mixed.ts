/**
 * The highest rate of a realistic mix whose p99 stays under 250 ms, on PostgreSQL or through PgBouncer.
 * `npm run bench mixed -- [postgres] [pgbouncer] [--seconds S] [--people N] [--soak MINUTES]`: PgBouncer has to be
 * installed. A rate counts if S seconds (10) of it hold. `--soak` runs seven tenths of the rate that was found for that
 * long on a new database, and watches memory and open files of the server. Actions begin when they are planned, and
 * last until their last response. The baseline is a bare `node:http` server under the same mix.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rng } from '@aura/drawing/random'
import { highestRate } from './mixed/highest-rate.ts'
import { actOnce, type Crowd, MIX, SHARE_OF_CLAIMS } from './mixed/mix.ts'
import { openLoop } from './mixed/open-loop.ts'
import { KINDS, type Kind, onStack } from './mixed/stack.ts'
import { newAgent } from './support/ask.ts'
import { median, printFigures, printTable, quantile, slopeOf } from './support/figures.ts'
import { startBare } from './support/programs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    people: { type: 'string', default: '2000' },
    soak: { type: 'string' },
  },
})
const SECONDS = Number(values.seconds)
const kinds = positionals.length === 0 ? KINDS.slice(0, 1) : KINDS.filter((kind) => positionals.includes(kind))
if (kinds.length < positionals.length) throw new Error(`Kinds of databases: ${KINDS.join(', ')}`)

const BUDGET_MS = 250
const WARM_UP_SECONDS = 3
/** A rate is given up once this many seconds' worth of actions are under way: 250 ms are out of reach by then. */
const OVERRUN_SECONDS = 2
const LEAST_UNDER_WAY = 200
const SEARCH = { first: 50, within: 0.1, max: 20_000 }
const SOAK_SHARE = 0.7
const SOAK_WARM_SHARE = 0.2
const SAMPLES = 60
const LESSONS_PER_DAY = 3

type Target = Pick<Crowd, 'port' | 'people' | 'battles' | 'claims'>

const crowdOf = (target: Target): Crowd => {
  return { ...target, agent: newAgent(), random: rng(27), unexpected: new Map(), requests: 0 }
}

async function run(crowd: Crowd, perSecond: number, seconds: number, goesOn = false) {
  const before = crowd.requests
  const maxUnderWay = Math.max(LEAST_UNDER_WAY, OVERRUN_SECONDS * perSecond)
  const plan = { perSecond, seconds, warmUpSeconds: WARM_UP_SECONDS, maxUnderWay, goesOn, random: crowd.random }
  const { done, isOverrun, skipped } = await openLoop(plan, () => actOnce(crowd))
  const ms = done.map((each) => each.ms)
  const p99Ms = quantile(ms, 0.99)
  return {
    perSecond,
    requestsPerSecond: (crowd.requests - before) / (seconds + WARM_UP_SECONDS),
    p50Ms: quantile(ms, 0.5),
    p99Ms,
    /** Actions that did not begin, because too many were under way. */
    skipped,
    holds: !isOverrun && p99Ms <= BUDGET_MS && done.every(({ result }) => result),
  }
}
type Measured = Awaited<ReturnType<typeof run>>

function leave(name: string, { agent, unexpected }: Crowd): void {
  agent.destroy()
  for (const [said, times] of unexpected) console.log(`  ${name}: ${said}, ${times} times`)
}

/** Measures the highest rate that holds. Throws if the first one doesn't. */
async function search(name: string, target: Target): Promise<Measured> {
  const crowd = crowdOf(target)
  const held: Measured[] = []
  // A new process is still compiling, so it warms up.
  await run(crowd, SEARCH.first / 2, SECONDS)
  await highestRate(SEARCH, async (perSecond) => {
    const measured = await run(crowd, perSecond, SECONDS)
    if (measured.holds) held.push(measured)
    const { p99Ms, holds } = measured
    const measured99 = Number.isNaN(p99Ms) ? 'too many under way' : `p99 ${p99Ms.toFixed(0)} ms`
    console.log(`  ${name}: ${perSecond} a second, ${measured99}${holds ? '' : ', not kept'}`)
    return holds
  })
  leave(name, crowd)
  const [best] = held.sort((a, b) => b.perSecond - a.perSecond)
  if (!best) throw new Error(`${name}: not even ${SEARCH.first} a second`)
  return best
}

async function soak(kind: Kind, perSecond: number, minutes: number): Promise<void> {
  const seconds = minutes * 60
  const claims = perSecond * (seconds + WARM_UP_SECONDS) * SHARE_OF_CLAIMS
  const people = Math.ceil((claims * 1.2) / LESSONS_PER_DAY)
  const readings: { minute: number; megabytes: number; handles: number }[] = []
  const measured = await onStack(kind, people, async (stack) => {
    const beganMs = performance.now()
    const watching = setInterval(
      () => readings.push({ minute: (performance.now() - beganMs) / 60_000, ...heldBy(stack.pid) }),
      (seconds * 1_000) / SAMPLES,
    )
    const crowd = crowdOf({ ...stack, claims: { next: 0, lessonsPerDay: LESSONS_PER_DAY } })
    // A soak is long enough to meet a stall of a busy machine, which must not end it.
    const result = await run(crowd, perSecond, seconds, true)
    clearInterval(watching)
    leave(kind, crowd)
    return result
  })
  const warm = readings.filter(({ minute }) => minute > minutes * SOAK_WARM_SHARE && minute <= minutes)
  const [first, last] = [warm[0], warm.at(-1)]
  if (!first || !last) throw new Error('the soak was too short to be watched')
  const slope = slopeOf(warm)
  const start = median(warm.slice(0, 3).map(({ megabytes }) => megabytes))
  console.log(`\n${kind}, ${minutes} minutes at ${perSecond} a second:`)
  printTable([
    {
      'p50 ms': measured.p50Ms.toFixed(1),
      'p99 ms': measured.p99Ms.toFixed(1),
      'MB after the warm-up': start.toFixed(0),
      'MB at the end': last.megabytes.toFixed(0),
      'MB a minute': slope.toFixed(2),
      'files after the warm-up': first.handles,
      'at the end': last.handles,
      'not begun': measured.skipped,
    },
  ])
  printFigures({ [`mixed-soak-memory-${kind}`]: 1 + (slope * (last.minute - first.minute)) / start })
}

/** Returns resident memory and open files of a process. Only on Linux. */
function heldBy(pid: number): { megabytes: number; handles: number } {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { megabytes: Number(kilobytes) / 1_024, handles: readdirSync(`/proc/${pid}/fd`).length }
}

console.log('Of a hundred actions:')
printTable(MIX.map(({ name, weight, why }) => ({ action: name, times: weight, because: why })))
console.log('')
const rates = new Map<string, Measured>()
for (const kind of kinds) {
  await onStack(kind, Number(values.people), async (stack) => {
    rates.set(kind, await search(kind, { ...stack, claims: { next: 0, lessonsPerDay: LESSONS_PER_DAY } }))
    if (rates.has('bare')) return
    // The response is as long as most, and has the fields a sign-in reads. The bare server takes any number of claims.
    const bare = await startBare(JSON.stringify({ message: 'sign', more: 'x'.repeat(2_000) }))
    const claims = { next: 0, lessonsPerDay: Number.POSITIVE_INFINITY }
    rates.set('bare', await search('bare', { ...stack, port: bare.port, claims }))
    bare.stop()
  })
}
console.log('')
printTable(
  [...rates].map(([name, { perSecond, requestsPerSecond, p50Ms, p99Ms }]) => ({
    '': name,
    'actions/s': perSecond,
    'requests/s': Math.round(requestsPerSecond),
    'p50 ms': p50Ms.toFixed(1),
    'p99 ms': p99Ms.toFixed(1),
  })),
)
const rateOf = (name: string) => rates.get(name)?.perSecond ?? Number.NaN
for (const kind of kinds) printFigures({ [`mixed-${kind}`]: rateOf(kind) / rateOf('bare') })
if (values.soak !== undefined)
  for (const kind of kinds) await soak(kind, Math.floor(rateOf(kind) * SOAK_SHARE), Number(values.soak))
