/**
 * Reads of two servers with a streaming replica that is paused, stopped and started again: how many it answers, how old
 * answers are, and whether anybody misses their own write. Exits with an error when a read fails, misses the reader's own
 * write or is older than the limit. `npm run bench -- replica [SECONDS]`: of each phase, 10 by default.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { postTransfers } from '../../server/src/features/ledger/index.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { followReplica } from '../../server/src/platform/db/replica/follow-replica.ts'
import { READ_OUTCOMES, type ReadOutcome, replicaDb } from '../../server/src/platform/db/replica/replica-db.ts'
import { Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { issue } from '../../tests/server/actors/ledger.ts'
import { startReplicated } from '../../tests/server/database/replicated.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'

const PHASE_MS = 1_000 * Number(process.argv[2] ?? 10)
const READERS = 8
const READ_EVERY_MS = 10
const WRITERS = 20
const BEAT_MS = 20
const LIMIT_MS = defaultLimits.replica.maxLagMs
/** As browsers keep the mark of a write. */
const MARK = { name: 'aura_wrote', ms: LIMIT_MS + 1_000 }
/** A writer reads on after the mark is gone, and then writes again. */
const WRITES_EVERY_MS = MARK.ms + 3_000

interface Phase {
  name: string
  outcomes: Map<ReadOutcome, number>
  /** Of answers by whoever may lag: milliseconds of commits they missed. */
  missedMs: number[]
  ownReads: number
}
const phaseOf = (name: string): Phase => ({ name, outcomes: new Map(), missedMs: [], ownReads: 0 })

const cluster = await startReplicated()
let phase = phaseOf('start')
const phases: Phase[] = []
let isOver = false
const failed: string[] = []
const ownMissed: string[] = []

const closing: (() => Promise<void>)[] = []
async function server(): Promise<TestApp> {
  const [url, primaryUrl] = [cluster.standby.url, cluster.primary.url]
  const replica = followReplica({ url, primaryUrl, poolSize: 16, limits: defaultLimits.replica })
  const note = (outcome: ReadOutcome) => phase.outcomes.set(outcome, (phase.outcomes.get(outcome) ?? 0) + 1)
  const test = await testApp({
    openDb: () => openPg({ url: primaryUrl, poolSize: 16 }),
    wrapDb: (db) => replicaDb(db, replica, note),
    // As in production, where the mark outlives it, too.
    limits: { publicCacheMs: defaultLimits.publicCacheMs },
  })
  closing.push(test.close, replica.close)
  return test
}

const servers = [await server(), await server()] as const
const somewhere = () => servers[Math.floor(Math.random() * servers.length)] as TestApp

async function asked<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    failed.push(`${phase.name}, ${what}: ${error}`)
    return undefined
  }
}

/** One point more at a time; an answer with n points misses what was acknowledged from the (n+1)th on. */
const beacon = await newcomer(servers[0])
const { id: beaconId, auraPoints: first } = await beacon.me()
const acknowledgedMs: number[] = []
async function beat(): Promise<void> {
  while (!isOver) {
    await cluster.onPrimary.tx((tx) => postTransfers(tx, systemClock, [issue(beaconId, 1)]))
    acknowledgedMs.push(performance.now())
    await pause(BEAT_MS)
  }
}

async function read(): Promise<void> {
  while (!isOver) {
    const visitor = new Actor(somewhere())
    const [startedMs, mine] = [performance.now(), phase]
    const profile = await asked('a profile', () => visitor.call('GET /api/users/:id', { params: { id: beaconId } }))
    const next = profile && acknowledgedMs[profile.user.auraPoints - first]
    if (profile) mine.missedMs.push(next === undefined ? 0 : Math.max(0, startedMs - next))
    await asked('the ranking', () => visitor.call('GET /api/leaderboard'))
    await pause(READ_EVERY_MS)
  }
}

async function write(nr: number): Promise<void> {
  const here = await newcomer(servers[0])
  const there = new Actor(servers[1])
  const { id } = await here.me()
  await pause(Math.random() * WRITES_EVERY_MS)
  for (let round = 0; !isOver; round++) {
    const username = `writer_${nr}_${round}`
    await asked('a write', () => here.call('POST /api/auth/update-profile', { body: { username } }))
    const markedMs = performance.now()
    while (!isOver && performance.now() < markedMs + WRITES_EVERY_MS) {
      if (performance.now() > markedMs + MARK.ms) here.cookies.delete(MARK.name)
      there.cookies.clear()
      for (const [name, value] of here.cookies) there.cookies.set(name, value)
      const reader = Math.random() < 0.5 ? here : there
      const profile = await asked('an own profile', () => reader.call('GET /api/users/:id', { params: { id } }))
      phase.ownReads++
      if (profile && profile.user.username !== username) ownMissed.push(`${phase.name}: ${username}`)
      await pause(200)
    }
  }
}

async function during(name: string): Promise<void> {
  phase = phaseOf(name)
  phases.push(phase)
  await pause(PHASE_MS)
}

const work = [
  beat(),
  ...Array.from({ length: READERS }, read),
  ...Array.from({ length: WRITERS }, (_, nr) => write(nr)),
]
await pause(2_000)
await during('streaming')
await cluster.onStandby.script('select pg_wal_replay_pause()')
await during('replay paused')
await cluster.onStandby.script('select pg_wal_replay_resume()')
await during('resumed')
await cluster.standby.stop()
await during('stopped')
await cluster.standby.startAgain()
await during('started again')
isOver = true
await Promise.all(work)
for (const close of closing) await close()
await cluster.close()

const shareOf = ({ outcomes }: Phase): number =>
  (outcomes.get('replica') ?? 0) /
  Math.max(
    1,
    [...outcomes.values()].reduce((sum, count) => sum + count, 0),
  )
const missedMs = phases.flatMap((each) => each.missedMs)
printTable(
  ['', 'reads', ...READ_OUTCOMES, 'missed p99, ms', 'most, ms', 'own reads'],
  phases.map((each) => [
    each.name,
    [...each.outcomes.values()].reduce((sum, count) => sum + count, 0),
    ...READ_OUTCOMES.map((outcome) => each.outcomes.get(outcome) ?? 0),
    Math.round(quantile(each.missedMs, 0.99)),
    Math.round(quantile(each.missedMs, 1)),
    each.ownReads,
  ]),
)
for (const line of [...failed, ...ownMissed].slice(0, 20)) console.log(line)
const age = quantile(missedMs, 1) / LIMIT_MS
printFigure('replica-share', shareOf(phases[0] as Phase))
printFigure('replica-age', age)
printFigure('replica-own-missed', ownMissed.length)
printFigure('replica-failed', failed.length)
if (age > 1 || ownMissed.length + failed.length > 0) process.exitCode = 1
