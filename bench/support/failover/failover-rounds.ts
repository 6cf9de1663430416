import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { checkWishes, type Difference } from '../faults/check-wishes.ts'
import { answersOf, auditBooks } from '../faults/fault-rounds.ts'
import { type Person, signedIn } from '../faults/people.ts'
import { loggedAbout, type ProductServer, startServer } from '../faults/product-server.ts'
import { type Crowd, peopleFor, startTraffic, type Traffic, type Wish } from '../faults/traffic.ts'
import { startBalancer } from '../rolling/balancer.ts'
import { startViewers } from '../rolling/viewers.ts'
import { seeded } from '../seeded.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../servers/arena.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { hearAcross } from './hear-across.ts'
import { type Loss, nextPrimary } from './losses.ts'

export interface FailoverResult {
  name: string
  acknowledged: number
  /** From the loss until the other node said it is primary; null if no node was lost. */
  replacedMs: number | null
  /** Longest time from the loss on without an acknowledged gift. */
  withoutGiftMs: number
  /** From the loss until every part had done something on the new primary and both servers were ready. */
  recoveredMs: number
  /** From a gift at one server until viewers of the other saw it, after recovery. */
  acrossMs: number
  answers: Map<string, number>
}

export interface FailoverCounts extends Difference {
  results: FailoverResult[]
  /** Requests with status 500, and streams that were refused or broke off. */
  failed: string[]
  broken: string[]
}

interface Plan {
  losses: readonly Loss[]
  crowd: Crowd
  viewers: number
  seed: number
  calmMs: number
  onResult?: (result: FailoverResult) => void
}

const BATTLES = 4
const REPLACED_WITHIN_MS = 60_000
const RECOVERED_WITHIN_MS = 90_000
const READY_MS = 3_000
/** How long things go on after recovery, so that late effects count. */
const AFTERWARDS_MS = 3_000

/**
 * Takes away the primary of a PostgreSQL pair in several ways under traffic on two servers, with viewers. Then compares
 * everything acknowledged with the database, on either node as primary. Audits last. Throws ClusterNotInstalled.
 */
export async function failoverRounds(plan: Plan): Promise<FailoverCounts> {
  const { crowd, seed, onResult = () => {} } = plan
  const random = seeded(seed)
  const cluster = await startCluster({ onOwnHosts: true })
  const folder = mkdtempSync(join(tmpdir(), 'aura-failover-servers-'))
  const dirOf = (index: number) => join(folder, String(index))
  const servers: ProductServer[] = []
  const endings: (() => Promise<unknown>)[] = []
  const counts: FailoverCounts = { results: [], failed: [], broken: [], lost: [], doubled: [] }
  try {
    // In sequence: the first one migrates.
    for (const index of [0, 1]) servers.push(await startServer({ databaseUrl: cluster.url, dir: dirOf(index) }))
    const balancer = await startBalancer({ ports: servers.map(({ port }) => port), checkMs: 1_000 })
    endings.push(() => balancer.stop())
    const wishes: Wish[] = []
    for (const loss of plan.losses.filter(({ needsNetwork }) => cluster.network || !needsNetwork)) {
      await cluster.heal()
      const db = await openPg({ url: cluster.url, poolSize: 4 })
      const battles = await makeBattles(benchContext(db), BATTLES + 1)
      // Or the first gifts may come before a server's job has started them.
      await doDue(benchContext(db), 'battles')
      const [bystander, ...people] = (await signedIn(benchContext(db), 1 + peopleFor(crowd))) as [Person, ...Person[]]
      await db.close()
      const quiet = battles.pop() as Arena
      const topic = `battle:${battles[0]?.id}`
      const viewers = startViewers({ port: balancer.port, topic, count: plan.viewers, random })
      const traffic = startTraffic({ servers: () => servers, crowd, people, battles: () => battles, random })
      const stage: Stage = {
        cluster,
        servers,
        traffic,
        calmMs: plan.calmMs,
        across: { person: bystander, arena: quiet },
      }
      const result = await oneLoss(loss, stage)
      await viewers.stop()
      counts.results.push(result)
      onResult(result)
      counts.failed.push(...viewers.failures.map(({ why }) => `${loss.name}: ${why}`))
      for (const { kind, server, requestId } of traffic.heard.filter(({ status }) => status === 500))
        counts.failed.push(`${loss.name}: 500 for a ${kind}: ${loggedAbout(dirOf(server), requestId)}`)
      wishes.push(...traffic.wishes)
      await addDifference(cluster, traffic.wishes, loss.name, counts)
    }
    // The new primary has everything that the old one acknowledged.
    await cluster.heal()
    await cluster.switchOver()
    await cluster.heal()
    await addDifference(cluster, wishes, 'on the other node', counts)
    counts.broken.push(...(await auditBooks(cluster.url)))
    return counts
  } finally {
    for (const end of endings.reverse()) await end()
    await Promise.allSettled(servers.map((server) => server.stop()))
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function addDifference(cluster: Cluster, wishes: readonly Wish[], when: string, counts: FailoverCounts) {
  const db: Db = await openPg({ url: cluster.url, poolSize: 2 })
  const { lost, doubled } = await checkWishes(db, wishes).finally(() => db.close())
  counts.lost.push(...lost.map((each) => `${when}: ${each}`))
  counts.doubled.push(...doubled.map((each) => `${when}: ${each}`))
}

interface Stage {
  cluster: Cluster
  servers: readonly ProductServer[]
  traffic: Traffic
  calmMs: number
  /** Somebody, and a battle that only they gift in. */
  across: { person: Person; arena: Arena }
}

async function oneLoss(loss: Loss, { cluster, servers, traffic, calmMs, across }: Stage): Promise<FailoverResult> {
  await pause(calmMs)
  const primary = await cluster.leader()
  if (primary === null) throw new Error('there is no primary')
  const isLost = loss.name !== 'nothing'
  const beganMs = performance.now()
  const undo = await loss.begin(cluster, primary)
  if (isLost) await nextPrimary(cluster, primary, REPLACED_WITHIN_MS)
  const replacedMs = performance.now()
  await recovered(servers, traffic, replacedMs)
  const recoveredMs = performance.now()
  const [from, to] = servers as [ProductServer, ProductServer]
  const acrossMs = await hearAcross(from, to, across)
  await undo()
  await pause(AFTERWARDS_MS)
  await traffic.finish()
  const gifts = traffic.wishes.filter(({ kind, reply }) => kind === 'gift' && reply.status === 200)
  return {
    name: loss.name,
    acknowledged: gifts.length,
    replacedMs: isLost ? replacedMs - beganMs : null,
    withoutGiftMs: longestPause(
      gifts.map(({ endedMs }) => endedMs),
      beganMs,
    ),
    recoveredMs: recoveredMs - beganMs,
    acrossMs,
    answers: answersOf(traffic.heard),
  }
}

/** The longest time without an event from `fromMs` on. */
function longestPause(events: readonly number[], fromMs: number): number {
  const after = events.filter((atMs) => atMs > fromMs).sort((a, b) => a - b)
  return Math.max(0, ...after.map((atMs, index) => atMs - (after[index - 1] ?? fromMs)))
}

async function recovered(servers: readonly ProductServer[], { wishes }: Traffic, sinceMs: number): Promise<void> {
  const parts = (list: readonly Wish[]) => new Set(list.map(({ server, kind }) => `${server} ${kind}`))
  const wanted = parts(wishes).size
  while (performance.now() - sinceMs < RECOVERED_WITHIN_MS) {
    const ready = await Promise.all(servers.map(isReady))
    const back = parts(wishes.filter(({ beganMs, reply }) => beganMs > sinceMs && reply.status === 200))
    if (back.size === wanted && ready.every(Boolean)) return
    await pause(50)
  }
  throw new Error(`not recovered within ${RECOVERED_WITHIN_MS} ms`)
}

const isReady = ({ port }: ProductServer) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(READY_MS) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
