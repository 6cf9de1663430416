import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { checkWishes, type Difference } from '../faults/check-wishes.ts'
import { startFaultyDatabase } from '../faults/database.ts'
import { answersOf, auditBooks } from '../faults/fault-rounds.ts'
import { loggedAbout, type ProductServer, REPOSITORY, startServer } from '../faults/product-server.ts'
import { type Crowd, type Heard, peopleFor, startTraffic } from '../faults/traffic.ts'
import { seeded } from '../seeded.ts'
import type { Arena } from '../servers/arena.ts'
import { startBalancer } from './balancer.ts'
import { type StreamEnd, startViewers } from './viewers.ts'

interface Plan {
  crowd: Crowd
  viewers: number
  seed: number
  drainSeconds: number
  checkMs: number
  calmMs: number
  /**
   * The newer version's migration, which runs once one server has been replaced, or the folder of the version that runs at
   * first: then the first of today's servers migrates.
   */
  upgrade: { migration: string } | { from: string }
  onStep?: (step: string) => void
}

export interface Restart {
  /** From the signal until the server had ended, and from then on until the balancer sent it requests again. */
  stoppedMs: number
  startedMs: number
  viewersSent: number
  /** Of those, the largest part that was sent away within a tenth of the drain. */
  burst: number
}

export interface RollingCounts extends Difference {
  answers: Map<string, number>
  /** Requests without a usable response, and live streams that were refused or broke off. */
  failed: string[]
  restarts: Restart[]
  broken: string[]
}

const SERVERS = 3
const BATTLES = 4
const UP_WITHIN_MS = 60_000

/**
 * Replaces each of three servers behind a balancer, one after the other, while people gift, claim, challenge, read and
 * watch. Then compares what was acknowledged with the database. Audits last.
 */
export async function rollingRestart(plan: Plan): Promise<RollingCounts> {
  const { crowd, seed, drainSeconds, checkMs, calmMs, onStep = () => {} } = plan
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'aura-rolling-'))
  const database = await startFaultyDatabase()
  const dirOf = (index: number) => join(folder, String(index))
  const settings = { DRAIN_SECONDS: String(drainSeconds) }
  const { upgrade } = plan
  const before = 'from' in upgrade ? upgrade.from : undefined
  const start = (index: number, port?: number, repository?: string) =>
    startServer({ databaseUrl: database.url, dir: dirOf(index), port, settings, repository })
  const servers: ProductServer[] = []
  const endings: (() => Promise<unknown>)[] = []
  try {
    // In sequence: the first one migrates.
    for (let index = 0; index < SERVERS; index++) servers.push(await start(index, undefined, before))
    onStep('all servers run')
    const db = await openPg({ url: database.url, poolSize: 8 })
    endings.push(() => db.close())
    const { battles, people } = await seedOf(before, db, peopleFor(crowd))
    const balancer = await startBalancer({ ports: servers.map(({ port }) => port), checkMs })
    endings.push(() => balancer.stop())
    const [battle] = battles as [Arena]
    const viewers = startViewers({ port: balancer.port, topic: `battle:${battle.id}`, count: plan.viewers, random })
    endings.push(() => viewers.stop())
    // Both halves of the crowd go through the balancer.
    const traffic = startTraffic({ servers: () => [balancer, balancer], crowd, people, battles: () => battles, random })
    await until(() => viewers.open() === plan.viewers, 'viewers')
    onStep(`${plan.viewers} viewers watch`)
    await pause(calmMs)
    const restarts: Restart[] = []
    for (const [index, { port }] of [...servers].entries()) {
      const signalledMs = performance.now()
      await servers[index]?.stop()
      const stoppedMs = performance.now()
      onStep(`server ${index + 1} has ended`)
      servers[index] = await start(index, port)
      await until(() => balancer.isUp(port), `server ${index}`)
      const sent = viewers.ends.filter((end) => end.port === port && end.atMs > signalledMs)
      restarts.push({
        stoppedMs: stoppedMs - signalledMs,
        startedMs: performance.now() - stoppedMs,
        viewersSent: sent.length,
        burst: largestBurst(sent, drainSeconds * 100),
      })
      if (index === 0 && 'migration' in upgrade) await migrateAsNewer(database.url, upgrade.migration)
      await pause(calmMs)
    }
    onStep('all servers were replaced')
    await traffic.finish()
    await viewers.stop()
    const { wishes, heard } = traffic
    const failed = heard.filter(isFailure).map((each) => `${nameOf(each)}${explained(each, dirOf)}`)
    return {
      answers: answersOf(heard),
      failed: [...failed, ...viewers.failures.map(({ why }) => why)],
      ...(await checkWishes(db, wishes)),
      restarts,
      broken: await auditBooks(database.url),
    }
  } finally {
    for (const end of endings.reverse()) await end()
    await Promise.allSettled(servers.map((server) => server.stop()))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By the code of the version whose schema it is. */
async function seedOf(repository: string | undefined, db: Db, people: number) {
  const from = <Module>(path: string) =>
    import(join(repository ?? REPOSITORY, 'bench/support', path)) as Promise<Module>
  const { benchContext, doDue, makeBattles } = await from<typeof import('../servers/arena.ts')>('servers/arena.ts')
  const { signedIn } = await from<typeof import('../faults/people.ts')>('faults/people.ts')
  const ctx = benchContext(db)
  const battles = await makeBattles(ctx, BATTLES)
  // Or the first gifts may come before a server's job has started them.
  await doDue(ctx, 'battles')
  return { battles, people: await signedIn(ctx, people) }
}

const TOO_MANY = 429
const isFailure = ({ status }: Heard) => status === 'no answer' || status >= 500 || status === TOO_MANY
const nameOf = ({ kind, status, code }: Heard) => `a ${kind} got ${status} ${code}`.trimEnd()

function explained({ requestId }: Heard, dirOf: (index: number) => string): string {
  const lines = Array.from({ length: SERVERS }, (_, index) => loggedAbout(dirOf(index), requestId)).join('')
  return lines === '' ? '' : `: ${lines}`
}

/** Migrates as a server of the next version does at its start. The running servers don't know that migration. */
async function migrateAsNewer(url: string, migration: string): Promise<void> {
  const db = await openPg({ url, poolSize: 1 })
  await db.script(`begin; ${migration};
    insert into aura_migrations (position, tag, hash) values (9999, '9999_of-the-next-version', ''); commit`)
  await db.close()
}

function largestBurst(ends: readonly StreamEnd[], withinMs: number): number {
  const most = Math.max(
    0,
    ...ends.map(({ atMs }) => ends.filter((end) => end.atMs >= atMs && end.atMs < atMs + withinMs).length),
  )
  return ends.length === 0 ? 0 : most / ends.length
}

async function until(isDone: () => boolean, what: string): Promise<void> {
  const giveUpMs = performance.now() + UP_WITHIN_MS
  while (!isDone()) {
    if (performance.now() > giveUpMs) throw new Error(`${what} not there within ${UP_WITHIN_MS} ms`)
    await pause(20)
  }
}
