import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auditRanks } from '../../../server/src/features/leaderboard/index.ts'
import { auditLedger } from '../../../server/src/features/ledger/index.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { seeded } from '../seeded.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../servers/arena.ts'
import { checkWishes, type Difference } from './check-wishes.ts'
import { type FaultyDatabase, startFaultyDatabase } from './database.ts'
import type { Fault, Stage } from './faults.ts'
import { type Person, type Reply, signedIn } from './people.ts'
import { loggedAbout, type Output, type ProductServer, startServer } from './product-server.ts'
import { type Crowd, type Heard, peopleFor, startTraffic, type Wish } from './traffic.ts'

export interface Readiness {
  /** How often a server gave each /readyz response. */
  said: Map<string, number>
  slowestMs: number
}

export interface FaultResult {
  name: string
  wishes: number
  answers: Map<string, number>
  /** Longest wait from the first attempt until the reply, for clients of healthy parts and for any client. */
  healthyGapMs: number | null
  gapMs: number
  /** From the fault's end until every part had done something and both servers were ready. */
  recoveredMs: number
  readiness: [Readiness, Readiness]
  misreported: string[]
}

export interface FaultCounts extends Difference {
  results: FaultResult[]
  faults: string[]
  broken: string[]
}

interface Plan {
  faults(database: FaultyDatabase): readonly Fault[]
  crowd: Crowd
  seed: number
  calmMs: number
  onResult?: (result: FaultResult) => void
}

const RECOVERED_WITHIN_MS = 60_000
const READYZ_EVERY_MS = 200
/** Enough for everybody to notice a fault. */
const NOTICED_MS = 1_500
const BATTLES = 4

/** Runs each fault against two servers under traffic, then compares wishes with the database. Audits last. */
export async function faultRounds({ faults, crowd, seed, calmMs, onResult = () => {} }: Plan): Promise<FaultCounts> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'aura-fault-servers-'))
  const database = await startFaultyDatabase()
  const dirOf = (index: number) => join(folder, String(index))
  const start = (index: number, output?: Output) =>
    startServer({ databaseUrl: database.url, dir: dirOf(index), output })
  // In sequence: the first one migrates.
  const servers = [await start(0), await start(1)]
  const [results, lost, doubled, failed]: [FaultResult[], string[], string[], string[]] = [[], [], [], []]
  try {
    for (const fault of faults(database)) {
      const db = await openPg({ url: database.url, poolSize: 8 })
      const ctx = benchContext(db)
      const battles = await makeBattles(ctx, BATTLES)
      // Or the first gifts may come before a server's job has started them.
      await doDue(ctx, 'battles')
      const [bystander, ...people] = (await signedIn(ctx, 1 + peopleFor(crowd))) as [Person, ...Person[]]
      await db.close()
      const [battle] = battles as [Arena]
      const stage: Stage = {
        database,
        servers: () => servers,
        async restart(outputs) {
          await Promise.all(servers.map((server) => server.stop()))
          servers.splice(0, 2, ...(await Promise.all(outputs.map((output, index) => start(index, output)))))
        },
        battle: { id: battle.id, sideId: battle.sides[0] },
        bystander,
      }
      const { result, wishes, heard } = await oneFault(fault, stage, {
        crowd,
        people,
        battles: () => battles,
        random,
        calmMs,
      })
      results.push(result)
      onResult(result)
      for (const { kind, server, requestId } of heard.filter(({ status }) => status === 500))
        failed.push(`${fault.name}: 500 for a ${kind}: ${loggedAbout(dirOf(server), requestId)}`)
      const after = await openPg({ url: database.url, poolSize: 2 })
      const difference = await checkWishes(after, wishes)
      await after.close()
      lost.push(...difference.lost.map((each) => `${fault.name}: ${each}`))
      doubled.push(...difference.doubled.map((each) => `${fault.name}: ${each}`))
    }
    return { results, lost, doubled, faults: failed, broken: await auditBooks(database.url) }
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Balances were seeded, not bought, so the chain part of the audit has nothing to compare. */
export async function auditBooks(url: string): Promise<string[]> {
  const db = await openPg({ url, poolSize: 2 })
  const [ledger, ranks] = [await auditLedger(db), await auditRanks(db)]
  await db.close()
  return [...ledger.broken, ...ranks.broken].map((each) => JSON.stringify(each))
}

interface Players {
  crowd: Crowd
  people: readonly Person[]
  battles: () => readonly Arena[]
  random: () => number
  calmMs: number
}

async function oneFault(fault: Fault, stage: Stage, { calmMs, ...players }: Players) {
  const cleanUp = await fault.prepare?.(stage)
  const traffic = startTraffic({ servers: stage.servers, ...players })
  await pause(calmMs)
  const beganMs = performance.now()
  const undo = await fault.begin(stage)
  const stands = performance.now()
  const watched = [watchReadiness(stage.servers()[0]), watchReadiness(stage.servers()[1])] as const
  await pause(fault.lastsMs)
  const readiness = (await Promise.all(watched.map((stop) => stop()))) as [Readiness, Readiness]
  await undo()
  const endedMs = performance.now()
  await recovered(stage, traffic, endedMs)
  const recoveredMs = performance.now() - endedMs
  await traffic.finish()
  await cleanUp?.()
  const { wishes, heard } = traffic
  const felt = wishes.filter((wish) => wish.endedMs >= beganMs)
  const longest = (some: readonly Wish[]) => Math.max(0, ...some.map((wish) => wish.endedMs - wish.beganMs))
  const healthy = felt.filter((wish) => wish.endedMs >= stands && fault.isHealthy(wish))
  const result: FaultResult = {
    name: fault.name,
    wishes: wishes.length,
    answers: answersOf(heard),
    healthyGapMs: healthy.length > 0 ? longest(healthy) : null,
    gapMs: longest(felt),
    recoveredMs,
    readiness,
    misreported: misreported(fault, readiness),
  }
  return { result, wishes, heard }
}

const named = ({ status, code }: Pick<Reply, 'status' | 'code'>) => (code === '' ? String(status) : `${status} ${code}`)

/** How often each status and code was heard. */
export function answersOf(heard: readonly Heard[]): Map<string, number> {
  return new Map([...Map.groupBy(heard, named)].map(([name, list]) => [name, list.length]))
}

/** Polls /readyz. Returns how to stop, which returns the responses since the server had time to notice. */
function watchReadiness(server: ProductServer | undefined): () => Promise<Readiness> {
  const readiness: Readiness = { said: new Map(), slowestMs: 0 }
  const beganMs = performance.now()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const askedMs = performance.now()
      const said = await ready(server)
      const tookMs = performance.now() - askedMs
      if (said !== 'nothing') readiness.slowestMs = Math.max(readiness.slowestMs, tookMs)
      if (askedMs - beganMs > NOTICED_MS) readiness.said.set(said, (readiness.said.get(said) ?? 0) + 1)
      await pause(READYZ_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return readiness
  }
}

const READYZ_MS = 3_000

async function ready(server: ProductServer | undefined): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${server?.port}/readyz`, { signal: AbortSignal.timeout(READYZ_MS) })
    await response.arrayBuffer()
    return String(response.status)
  } catch {
    return 'nothing'
  }
}

function misreported({ name, isReady }: Fault, readiness: readonly Readiness[]): string[] {
  return readiness.flatMap(({ said }, index) => {
    const right = { true: '200', false: '503', silent: 'nothing' }[String(isReady(index as 0 | 1)) as 'true']
    const list = [...said].map(([each, times]) => `${times} × ${each}`).join(', ')
    return [...said.keys()].every((each) => each === right) ? [] : [`${name}: /readyz of server ${index}: ${list}`]
  })
}

async function recovered(stage: Stage, { wishes }: { wishes: readonly Wish[] }, endedMs: number): Promise<void> {
  const parts = () =>
    new Set(wishes.filter((wish) => wish.endedMs > endedMs).map(({ server, kind }) => `${server} ${kind}`))
  while (performance.now() - endedMs < RECOVERED_WITHIN_MS) {
    const said = await Promise.all(stage.servers().map(ready))
    if (parts().size === 8 && said.every((each) => each === '200')) return
    await pause(50)
  }
  throw new Error(`not recovered within ${RECOVERED_WITHIN_MS} ms: only ${[...parts()].join(', ')}`)
}
