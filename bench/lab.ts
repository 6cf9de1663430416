/**
 * Replays of labs: processor time, the event loop beside 100 of them, verdicts while every core is busy, and transcripts
 * that were tampered with. `npm run bench lab MUTANTS` for another number of tampered transcripts (10,000).
 */
import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { rng } from '@aura/drawing/random'
import { solutions } from '../lab/solutions/index.ts'
import { tamperer } from '../lab/solutions/tampered-run.ts'
import { loadKind } from '../lab/src/kinds/index.ts'
import { Session } from '../lab/src/session.ts'
import { parseTranscript } from '../lab/src/transcript.ts'
import { loadCatalogue } from '../server/src/features/lessons/index.ts'
import {
  checkTranscript,
  type TranscriptJob,
  type TranscriptResult,
} from '../server/src/features/lessons/lab/check-transcript.ts'
import type { LabFile } from '../server/src/features/lessons/lab/lab-file.ts'
import { ReplayPool } from '../server/src/features/lessons/lab/replay-pool.ts'
import { defaultLimits } from '../server/src/limits.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { LESSONS_DIR } from '../tests/server/lessons/twelve-lessons.ts'
import { labRun } from '../tools/labs/lab-run.ts'
import { printFigure, printTable, quantile } from './support/figures.ts'

const [mutants = 10_000] = process.argv.slice(2).map(Number)
const BUDGET_MS = 60
const LOOP_BUDGET_MS = 20
const AT_ONCE = 100
const ROUNDS = 4
const SEEDS = 3
const BUSY_ROUNDS = 20

const seedOf = (number: number): `0x${string}` => `0x${String(number).padStart(64, '0')}`

const p99 = (values: readonly number[]): number => quantile(values, 0.99)

interface Job extends TranscriptJob {
  way: string
}

/** Returns jobs for every way to play the lab of every lesson, with several seeds. */
async function allJobs(): Promise<Job[]> {
  const labs = new Map<string, LabFile>()
  for (const { lab } of (await loadCatalogue(LESSONS_DIR)).values()) if (lab) labs.set(JSON.stringify(lab), lab)
  const ways = [...labs.values()].flatMap((lab) => Object.keys(solutions[lab.kind] ?? {}).map((way) => ({ lab, way })))
  const played = ways.flatMap(({ lab, way }) =>
    Array.from({ length: SEEDS }, async (_, number) => {
      const seed = seedOf(number + 1)
      return { ...lab, seed, way, text: await labRun({ ...lab, seed, done: false }, way) }
    }),
  )
  return Promise.all(played)
}

const jobs = await allJobs()

async function replayAlone(): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const job of jobs) {
      const before = process.threadCpuUsage()
      await checkTranscript(job)
      const { user, system } = process.threadCpuUsage(before)
      if (round > 1) times.set(job.kind, [...(times.get(job.kind) ?? []), (user + system) / 1_000])
    }
  }
  return times
}

/** Runs work with a pool as in production. */
async function withPool<T>(
  work: (replay: (user: number, job: TranscriptJob) => Promise<TranscriptResult>) => Promise<T>,
) {
  const pool = new ReplayPool({ ...defaultLimits.lab, waitMs: 600_000 }, systemClock)
  // The pool lets the process end, and nothing else keeps it running.
  const alive = setInterval(() => {}, 1_000)
  const result = await work((user, job) =>
    pool.replay({ userId: `${user}`, ip: `10.0.${user >> 8}.${user & 255}` }, job),
  )
  await pool.close()
  clearInterval(alive)
  return result
}

/** Returns the event loop's delay while the replays of 100 people run. */
const replayTogether = (): Promise<number> =>
  withPool(async (replay) => {
    const crowd = () => Promise.all(jobs.slice(0, AT_ONCE).map((job, user) => replay(user, job)))
    await crowd()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    for (let round = 0; round < 5; round++) await crowd()
    delay.disable()
    return delay.percentile(99) / 1e6
  })

/** Replays the reference runs, each by learners of its own, while every core is busy. Returns how many weren't solved. */
const replayBusy = (): Promise<{ runs: number; changed: number }> =>
  withPool(async (replay) => {
    const one = new Map(jobs.map(({ kind, parameters }) => [kind, parameters]))
    const runs = jobs.filter((job) => job.way === 'reference' && one.get(job.kind) === job.parameters)
    const burners = Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))
    let changed = 0
    for (let round = 0; round < BUSY_ROUNDS; round++) {
      const results = await Promise.allSettled(runs.map((job, at) => replay(round * runs.length + at, job)))
      changed += results.filter((each) => each.status === 'rejected' || each.value.outcome !== 'solved').length
    }
    await Promise.all(burners.map((burner) => burner.terminate()))
    return { runs: runs.length, changed }
  })

const random = rng(22)
const upTo = (count: number): number => Math.floor(random() * count)
const pick = <T>(items: readonly T[]): T => items[upTo(items.length)] as T

const tampered = tamperer(
  jobs.map(({ text }) => text),
  random,
)

/** Plays a run action by action, as the page does. Returns whether it reaches the goal. */
async function reachesGoal({ kind, seed, parameters, text }: TranscriptJob): Promise<boolean> {
  const session = await Session.open(await loadKind(kind), seed, parameters)
  for (const action of parseTranscript(text)?.actions ?? []) {
    await session.act(action)
    await session.scene()
  }
  return (await session.verdict()).state === 'solved'
}

async function tamper(): Promise<{ outcomes: Map<string, number>; wrong: number }> {
  const outcomes = new Map<string, number>()
  let wrong = 0
  for (let number = 0; number < mutants; number++) {
    const job = pick(jobs)
    const mutant = { ...job, text: tampered(job.text) }
    const result = await checkTranscript(mutant).catch((error: unknown) => ({ outcome: `crash: ${error}` }) as const)
    const name = 'reason' in result ? `refused: ${result.reason}` : result.outcome
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    if (name.startsWith('crash') || (name === 'solved' && !(await reachesGoal(mutant)))) wrong++
  }
  return { outcomes, wrong }
}

const alone = await replayAlone()
const loopMs = await replayTogether()
const busy = await replayBusy()
const { outcomes, wrong } = await tamper()
const all = p99([...alone.values()].flat())

const replays: [string, number][] = [
  ...[...alone].map(([kind, times]): [string, number] => [kind, p99(times)]),
  ['all', all],
]
printTable(replays.map(([replay, ms]) => ({ replay, 'processor ms, p99': ms.toFixed(1) })))
printTable([{ 'event loop': `${AT_ONCE} replays at once`, 'delay ms, p99': loopMs.toFixed(1) }])
printTable([{ 'reference runs': busy.runs, [`not solved in ${BUSY_ROUNDS} rounds`]: busy.changed }])
printTable([...outcomes].map(([name, count]) => ({ 'tampered runs': name, count })))
printFigure('lab-replay-p99', all / BUDGET_MS)
printFigure('lab-loop-delay-p99', loopMs / LOOP_BUDGET_MS)
printFigure('lab-verdicts-changed', busy.changed)
printFigure('lab-wrongly-accepted', wrong)
