/**
 * The highest rate of a realistic mix whose p99 stays under 250 ms, on PostgreSQL or through PgBouncer.
 * `npm run bench mixed -- [postgres] [pgbouncer] [--seconds S] [--people N] [--soak MINUTES] [--rate N]`: PgBouncer has
 * to be installed. A rate counts if S seconds (10) of it hold. `--soak` runs seven tenths of the rate that was found,
 * or `--rate`, for that long on a new database, and watches memory and open files of the server. Actions begin when
 * they are planned, and last until their last response. The baseline is a bare `node:http` server under the same mix.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { rng } from '@aura/drawing/random'
import { highestRate } from './mixed/highest-rate.ts'
import { actOnce, type Crowd, MIX, SHARE_OF_CLAIMS } from './mixed/mix.ts'
import { type LoopResult, openLoop } from './mixed/open-loop.ts'
import { KINDS, type Kind, startStack } from './mixed/stack.ts'
import { newAgent } from './support/ask.ts'
import { median, printFigure, printTable, quantile, type Row, slopeOf } from './support/figures.ts'
import { startBare } from './support/programs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    people: { type: 'string', default: '2000' },
    soak: { type: 'string' },
    rate: { type: 'string' },
  },
})
const SECONDS = Number(values.seconds)
const PEOPLE = Number(values.people)
const SOAK_MINUTES = values.soak === undefined ? null : Number(values.soak)
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

interface Measured {
  perSecond: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Actions that did not begin, because too many were under way. */
  skipped: number
  holds: boolean
}

type Target = Pick<Crowd, 'port' | 'people' | 'battles' | 'claims'>

const crowdOf = (target: Target): Crowd => ({
  ...target,
  agent: newAgent(),
  random: rng(27),
  unexpected: new Map(),
  requests: 0,
})

async function run(crowd: Crowd, perSecond: number, seconds: number, goesOn = false): Promise<Measured> {
  const before = crowd.requests
  const plan = {
    perSecond,
    seconds,
    warmUpSeconds: WARM_UP_SECONDS,
    maxUnderWay: Math.max(LEAST_UNDER_WAY, OVERRUN_SECONDS * perSecond),
    goesOn,
    random: crowd.random,
  }
  const result = await openLoop(plan, () => actOnce(crowd))
  const ms = result.done.map((each) => each.ms)
  const p99Ms = quantile(ms, 0.99)
  const failed = result.done.filter((each) => !each.result).length
  return {
    perSecond,
    requestsPerSecond: (crowd.requests - before) / (seconds + WARM_UP_SECONDS),
    p50Ms: quantile(ms, 0.5),
    p99Ms,
    skipped: result.skipped,
    holds: isKept(result) && p99Ms <= BUDGET_MS && failed === 0,
  }
}

const isKept = ({ isOverrun, done }: LoopResult<boolean>): boolean => !isOverrun && done.length > 0

/** Returns the measurement of the highest rate that held, or null. */
async function search(name: string, target: Target): Promise<Measured | null> {
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
  crowd.agent.destroy()
  for (const [said, times] of crowd.unexpected) console.log(`  ${name}: ${said}, ${times} times`)
  return held.sort((a, b) => b.perSecond - a.perSecond)[0] ?? null
}

async function soak(kind: Kind, perSecond: number, minutes: number): Promise<void> {
  const seconds = minutes * 60
  const claims = perSecond * (seconds + WARM_UP_SECONDS) * SHARE_OF_CLAIMS
  const stack = await startStack(kind, Math.ceil((claims * 1.2) / LESSONS_PER_DAY))
  const readings: { minute: number; megabytes: number; handles: number }[] = []
  const beganMs = performance.now()
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted) {
      readings.push({ minute: (performance.now() - beganMs) / 60_000, ...heldBy(stack.pid) })
      await pause((seconds * 1_000) / SAMPLES)
    }
  })()
  const crowd = crowdOf({ ...stack, claims: { next: 0, lessonsPerDay: LESSONS_PER_DAY } })
  // A soak is long enough to meet a stall of a busy machine, which must not end it.
  const measured = await run(crowd, perSecond, seconds, true)
  done.abort()
  await watching
  crowd.agent.destroy()
  const broken = await stack.end()
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
    },
  ])
  for (const [said, times] of crowd.unexpected) console.log(`  ${said}, ${times} times`)
  if (measured.skipped > 0) console.log(`  ${measured.skipped} actions were not begun: too many were under way`)
  told(kind, broken)
  printFigure(`mixed-soak-p99-${kind}`, measured.p99Ms / BUDGET_MS)
  printFigure(`mixed-soak-memory-${kind}`, 1 + (slope * (last.minute - first.minute)) / start)
  printFigure(`mixed-soak-files-${kind}`, last.handles - first.handles)
}

function told(kind: Kind, broken: readonly unknown[]): void {
  console.log(`  ${kind}: the audit ${broken.length === 0 ? 'holds' : `fails: ${JSON.stringify(broken[0])}`}`)
  if (broken.length > 0) process.exitCode = 1
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
if (values.rate === undefined) {
  const rows: Row[] = []
  const add = (name: string, measured: Measured | null) => {
    if (!measured) return console.log(`  ${name}: not even ${SEARCH.first} a second`)
    rates.set(name, measured)
    const { perSecond, requestsPerSecond, p50Ms, p99Ms } = measured
    rows.push({
      '': name,
      'actions/s': perSecond,
      'requests/s': Math.round(requestsPerSecond),
      'p50 ms': p50Ms.toFixed(1),
      'p99 ms': p99Ms.toFixed(1),
    })
  }
  for (const kind of kinds) {
    const stack = await startStack(kind, PEOPLE)
    try {
      add(kind, await search(kind, { ...stack, claims: { next: 0, lessonsPerDay: LESSONS_PER_DAY } }))
      if (rates.has('bare')) continue
      // The response is as long as most, and has the fields a sign-in reads. The bare server takes any number of
      // claims.
      const bare = await startBare(JSON.stringify({ message: 'sign', more: 'x'.repeat(2_000) }))
      add('bare', await search('bare', { ...stack, port: bare.port, claims: { next: 0, lessonsPerDay: Infinity } }))
      bare.stop()
    } finally {
      told(kind, await stack.end())
    }
  }
  console.log('')
  printTable(rows)
  const bare = rates.get('bare')?.perSecond ?? Number.NaN
  for (const kind of kinds) printFigure(`mixed-${kind}`, (rates.get(kind)?.perSecond ?? 0) / bare)
}
if (SOAK_MINUTES !== null) {
  for (const kind of kinds) {
    const rate = Number(values.rate ?? Math.floor((rates.get(kind)?.perSecond ?? 0) * SOAK_SHARE))
    if (rate > 0) await soak(kind, rate, SOAK_MINUTES)
  }
}
