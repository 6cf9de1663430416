/**
 * Gift, claim, rank, profile and history with many transfers, against the same with few.
 * `npm run bench -- growth [--transfers N] [--small N] [--rounds R] [--vacuum MINUTES]`. The transfers are
 * made inside of the database and keep every promise of the ledger. Two servers of the product run on the two databases of
 * one durable PostgreSQL and are measured in turns, at a fixed rate. Then the larger one is under load, while old answers
 * are trimmed and vacuum has to keep up; at last the ledger is audited from a checkpoint of before the load.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { Agent } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { reachableTempFolder } from '../../tools/postgres/postgres-files.ts'
import { LESSONS, type Person } from '../support/faults/people.ts'
import { type ProductServer, startServer } from '../support/faults/product-server.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'
import { answersDue, type Grown, grow, urlOf } from '../support/growth/grown-database.ts'
import { changedInPlace, tableStates } from '../support/growth/tables-under-load.ts'
import { openLoop } from '../support/mixed/open-loop.ts'
import { seeded } from '../support/seeded.ts'
import { BENCH_ORIGIN } from '../support/servers/bench-server.ts'
import { ask, newAgent } from '../support/siege/ask.ts'

const { values } = parseArgs({
  options: {
    transfers: { type: 'string', default: '10000000' },
    small: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    vacuum: { type: 'string', default: '20' },
    rate: { type: 'string', default: '40' },
  },
})
const SIZES = { small: Number(values.small), large: Number(values.transfers) }
const ROUNDS = Number(values.rounds)
const VACUUM_MINUTES = Number(values.vacuum)
const PER_SECOND = Number(values.rate)
const PEOPLE = 400
const LESSONS_PER_DAY = 3
const ROUND_SECONDS = 10
const WARM_UP_SECONDS = 2
const CACHE_SECONDS = 60
const MAX_UNDER_WAY = 2_000
const MOST_TIMES = 1.5
/** Fewer changes to a table say nothing about vacuum. */
const LEAST_CHANGES = 500

type Size = keyof typeof SIZES
const SIZE_NAMES: readonly Size[] = ['small', 'large']

interface Target extends Grown {
  url: string
  db: Db
  server: ProductServer
  agent: Agent
  claims: number
}

type Named = { name: string; status: number }
const random = seeded(2_027)
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const ACTIONS: Record<string, (target: Target) => Promise<Named>> = {
  gift: (target) => {
    const { id, sides } = pick(target.battles)
    const body = { battleId: id, participantId: pick(sides), amount: 1 }
    return send(target, 'gift', pick(target.people), { path: '/api/battles/gift', body })
  },
  claim: (target) => {
    const person = target.people[Math.floor(target.claims / LESSONS_PER_DAY)]
    const lessonId = LESSONS[target.claims % LESSONS_PER_DAY]
    target.claims += 1
    if (!person) throw new Error('everybody has claimed all of today: fewer rounds, or a lower rate')
    return send(target, 'claim', person, { path: '/api/lessons/complete', body: { lessonId } })
  },
  rank: (target) => send(target, 'rank', pick(target.people), { path: '/api/leaderboard/me' }),
  profile: (target) => send(target, 'profile', pick(target.people), { path: `/api/users/${pick(target.people).id}` }),
  history: (target) => send(target, 'history', pick(target.people), { path: '/api/steeze/transactions' }),
}
const NAMES = Object.keys(ACTIONS)

async function send(target: Target, name: string, person: Person, sent: { path: string; body?: unknown }) {
  const { server, agent } = target
  const { address: from, cookie } = person
  const post = sent.body === undefined ? {} : { method: 'POST', headers: { 'idempotency-key': randomUUID() } }
  const { status } = await ask({ port: server.port, agent, from, cookie, ...post, ...sent })
  return { name, status }
}

/** Keys are at random places of their index, so a server that holds little of it writes each page many times. */
const MADE_WITH = { shared_buffers: '6GB', max_wal_size: '8GB', checkpoint_timeout: '1h' }
const MEASURED_WITH = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
}

const folder = mkdtempSync(join(reachableTempFolder(), 'aura-growth-'))
chmodSync(folder, 0o755)
const dir = join(folder, 'postgres')
const open: { stop(): Promise<unknown> }[] = []
try {
  const grown = {} as Record<Size, Grown>
  const maker = await startPostgres({ dir, settings: MADE_WITH })
  try {
    for (const size of SIZE_NAMES) {
      const beganMs = performance.now()
      grown[size] = await grow(maker.url, { name: size, transfers: SIZES[size], people: PEOPLE })
      console.log(`${SIZES[size].toLocaleString('en-US')} transfers, made in ${seconds(performance.now() - beganMs)} s`)
    }
  } finally {
    await maker.stop()
  }
  const postgres = await startPostgres({ dir, settings: MEASURED_WITH })
  open.push(postgres)
  const targets = {} as Record<Size, Target>
  for (const size of SIZE_NAMES) {
    const url = urlOf(postgres.url, size)
    const db = await openPg({ url, poolSize: 4 })
    open.push({ stop: () => db.close() })
    targets[size] = { ...grown[size], url, db, agent: newAgent(), claims: 0 } as Target
  }
  const { large } = targets
  const auditedMs = performance.now()
  const { checkpoint, broken: atFirst } = await auditLedger(large.db)
  const fullMs = performance.now() - auditedMs
  console.log(`full audit: ${seconds(fullMs)} s`)
  for (const size of SIZE_NAMES) {
    targets[size].server = await startServer({
      databaseUrl: targets[size].url,
      dir: join(folder, size),
      settings: { PUBLIC_URL: BENCH_ORIGIN, DEMO_DATA: 'off', LOG_LEVEL: 'warn' },
    })
    open.push(targets[size].server)
  }

  const refused = new Map<string, number>()
  const load = async (target: Target, { names, seconds: lasts }: { names: readonly string[]; seconds: number }) => {
    const plan = {
      perSecond: PER_SECOND,
      seconds: lasts,
      warmUpSeconds: WARM_UP_SECONDS,
      maxUnderWay: MAX_UNDER_WAY,
      random,
    }
    const { done, isOverrun } = await openLoop(plan, () =>
      (ACTIONS[pick(names)] as (on: Target) => Promise<Named>)(target),
    )
    if (isOverrun) throw new Error(`${PER_SECOND} a second are too many for this machine`)
    for (const { result } of done) {
      const said = `${result.name} ${result.status}`
      if (result.status !== 200) refused.set(said, (refused.get(said) ?? 0) + 1)
    }
    return done
  }
  const withoutClaims = NAMES.filter((name) => name !== 'claim')
  const tookMs: Record<Size, Record<string, number[]>> = { small: {}, large: {} }
  // A cold cache tells nothing about size: 60 GB are read from disk at first, 700 MB are in memory since they were made.
  for (const size of SIZE_NAMES) await load(targets[size], { names: withoutClaims, seconds: CACHE_SECONDS })
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of SIZE_NAMES) {
      for (const { ms, result } of await load(targets[size], { names: NAMES, seconds: ROUND_SECONDS })) {
        tookMs[size][result.name] ??= []
        tookMs[size][result.name]?.push(ms)
      }
    }
  }
  const at = (size: Size, name: string, part: number) => quantile(tookMs[size][name] ?? [], part)
  console.log('')
  printTable(
    ['ms', 'p50 small', 'p50 large', 'p99 small', 'p99 large'],
    NAMES.map((name) => [
      name,
      ...[at('small', name, 0.5), at('large', name, 0.5), at('small', name, 0.99), at('large', name, 0.99)].map((ms) =>
        ms.toFixed(1),
      ),
    ]),
  )

  const start = await tableStates(large.db)
  await load(large, { names: withoutClaims, seconds: VACUUM_MINUTES * 30 })
  const half = await tableStates(large.db)
  await load(large, { names: withoutClaims, seconds: VACUUM_MINUTES * 30 })
  const changes = changedInPlace(start, half, await tableStates(large.db), LEAST_CHANGES)
  console.log(`\nunder load for ${VACUUM_MINUTES} minutes, tables that change in place, at the half and at the end:\n`)
  printTable(
    ['', 'changes', 'dead rows', 'dead rows', 'kB', 'kB'],
    changes.map(({ name, changed, dead, bytes }) => [
      name,
      changed,
      ...dead,
      ...bytes.map((each) => Math.round(each / 1_024)),
    ]),
  )
  const due = await answersDue(large.db)
  const continuedMs = performance.now()
  const { broken: atLast } = await auditLedger(large.db, { checkpoint })
  const againMs = performance.now() - continuedMs
  const broken = [...atFirst, ...atLast]
  console.log(
    `\naudit from its checkpoint: ${seconds(againMs)} s, ${broken.length === 0 ? 'holds' : JSON.stringify(broken[0])}`,
  )
  for (const [said, times] of refused) console.log(`${said}, ${times} times`)
  for (const name of NAMES) {
    const times = at('large', name, 0.99) / at('small', name, 0.99)
    printFigure(`growth-${name}`, times / MOST_TIMES)
  }
  printFigure('growth-untrimmed', due)
  printFigure('growth-audit-continued', againMs / fullMs)
  const sum = (of: (change: (typeof changes)[number]) => number) => changes.reduce((all, change) => all + of(change), 0)
  if (changes.length > 0) printFigure('growth-size', sum(({ bytes }) => bytes[1]) / sum(({ bytes }) => bytes[0]))
  if (broken.length > 0 || due > 0) process.exitCode = 1
  for (const target of Object.values(targets)) target.agent.destroy()
} finally {
  for (const part of open.reverse()) await part.stop()
  rmSync(folder, { recursive: true, force: true })
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
