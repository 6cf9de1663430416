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
import { checkTranscript, type TranscriptJob } from '../server/src/features/lessons/lab/check-transcript.ts'
import type { LabFile } from '../server/src/features/lessons/lab/lab-file.ts'
import { ReplayPool } from '../server/src/features/lessons/lab/replay-pool.ts'
import { defaultLimits } from '../server/src/limits.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { LESSONS_DIR } from '../tests/server/lessons/twelve-lessons.ts'
import { labRun } from '../tools/labs/lab-run.ts'
import { printBudgets, printFaults, printTable, quantile } from './support/figures.ts'

const [mutants = 10_000] = process.argv.slice(2).map(Number)
const BUDGET_MS = 60
const LOOP_BUDGET_MS = 20
const AT_ONCE = 100
const ROUNDS = 4
const SEEDS = 3
const BUSY_ROUNDS = 20

const p99 = (values: readonly number[]): number => quantile(values, 0.99)

const labs = new Map<string, LabFile>()
for (const { lab } of (await loadCatalogue(LESSONS_DIR)).values()) if (lab) labs.set(JSON.stringify(lab), lab)
const ways = [...labs.values()].flatMap((lab) => Object.keys(solutions[lab.kind] ?? {}).map((way) => ({ lab, way })))
/** Every way to play the lab of every lesson, with several seeds. */
const jobs = await Promise.all(
  ways.flatMap(({ lab, way }) =>
    Array.from({ length: SEEDS }, async (_, number) => {
      const seed = `0x${String(number + 1).padStart(64, '0')}` as const
      return { ...lab, seed, way, text: await labRun({ ...lab, seed, done: false }, way) }
    }),
  ),
)

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

type Replay = (user: number, job: TranscriptJob) => ReturnType<ReplayPool['replay']>

/** Runs work with a pool as in production. */
async function withPool<T>(work: (replay: Replay) => Promise<T>): Promise<T> {
  const pool = new ReplayPool({ ...defaultLimits.lab, waitMs: 600_000 }, systemClock)
  // The pool lets the process end, and nothing else keeps it running.
  const alive = setInterval(() => {}, 1_000)
  const replay: Replay = (user, job) => pool.replay({ userId: `${user}`, ip: `10.0.${user >> 8}.${user & 255}` }, job)
  return work(replay).finally(async () => {
    await pool.close()
    clearInterval(alive)
  })
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
const replayBusy = () =>
  withPool(async (replay) => {
    const one = new Map(jobs.map(({ kind, parameters }) => [kind, parameters]))
    const references = jobs.filter((job) => job.way === 'reference' && one.get(job.kind) === job.parameters)
    const burners = Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))
    let changed = 0
    for (let round = 0; round < BUSY_ROUNDS; round++) {
      const results = await Promise.allSettled(references.map((job, at) => replay(round * references.length + at, job)))
      changed += results.filter((each) => each.status === 'rejected' || each.value.outcome !== 'solved').length
    }
    await Promise.all(burners.map((burner) => burner.terminate()))
    return { runs: references.length, changed }
  })

const random = rng(22)
const runs = jobs.map(({ text }) => text)
const tampered = tamperer(runs, random)

/** Plays a run action by action, as the page does. Returns whether it reaches the goal. */
async function reachesGoal({ kind, seed, parameters, text }: TranscriptJob): Promise<boolean> {
  const session = await Session.open(await loadKind(kind), seed, parameters)
  for (const action of parseTranscript(text)?.actions ?? []) {
    await session.act(action)
    await session.scene()
  }
  return (await session.verdict()).state === 'solved'
}

/** Returns the outcomes of runs that were tampered with, and how many were accepted without reaching the goal, or crashed. */
async function tamper() {
  const outcomes = new Map<string, number>()
  let wrong = 0
  for (let number = 0; number < mutants; number++) {
    const job = jobs[Math.floor(random() * jobs.length)] as (typeof jobs)[number]
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
alone.set('all', [...alone.values()].flat())
printTable([...alone].map(([replay, times]) => ({ replay, 'processor ms, p99': p99(times).toFixed(1) })))
printTable([{ 'event loop': `${AT_ONCE} replays at once`, 'delay ms, p99': loopMs.toFixed(1) }])
printTable([{ 'reference runs': busy.runs, [`not solved in ${BUSY_ROUNDS} rounds`]: busy.changed }])
printTable([...outcomes].map(([name, count]) => ({ 'tampered runs': name, count })))
printBudgets({
  'lab-replay-p99': p99(alone.get('all') ?? []) / BUDGET_MS,
  'lab-loop-delay-p99': loopMs / LOOP_BUDGET_MS,
})
printFaults({ 'lab-verdicts-changed': busy.changed, 'lab-wrongly-accepted': wrong })
