import { setTimeout as pause } from 'node:timers/promises'
import { readReserves } from '../../../server/src/features/steeze/index.ts'
import { rpcChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { auditAll } from '../../../server/src/programs/audit-all.ts'
import { rpc } from '../../../tools/local-chain/rpc.ts'
import { chainOf } from '../chaos/chaos-chain.ts'
import { isFinalFollowed } from '../chaos/wallets.ts'
import { checkWishes, type Difference } from '../faults/check-wishes.ts'
import { answersOf } from '../faults/fault-rounds.ts'
import { type Crowd, type Heard, peopleFor, startTraffic, type Traffic, type Wish } from '../faults/traffic.ts'
import { seeded } from '../seeded.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../servers/arena.ts'
import type { ChaosFault } from './chaos-faults.ts'
import { chaosPeople } from './chaos-people.ts'
import { chaosSchedule } from './chaos-schedule.ts'
import type { ChaosStack } from './chaos-stack.ts'
import { type ChaosViewers, startChaosViewers } from './chaos-viewers.ts'

export interface ChaosPlan {
  faults: readonly ChaosFault[]
  forMs: number
  seed: number
  crowd: Crowd
  /** Streams through the proxy, and on the edge. */
  viewers: { proxy: number; edge: number }
  /** One battle ends each time. */
  battleEndsEveryMs: number
  /** Between a recovery and the next fault at least. */
  calmMs: number
  onStep?: (step: string) => void
}

/** Times are of `performance.now()`. */
export interface ChaosResult {
  name: string
  target: string
  beganMs: number
  endedMs: number
  /** Gifts, claims, purchases and what every viewer sees went on by then. */
  recoveredMs: number
  /** The last of these to recover. */
  last: string
  /** Those that had not recovered after a minute. */
  missing: string[]
  /** Every server and the edge said that they are ready. */
  readyMs: number
  /** The stack is whole again, and the next fault may come. */
  healedMs: number
  gifts: number
  lost: number
  doubled: number
  /** Answers of status 500, and others from 500 on or none that the fault doesn't excuse. */
  unexpected: number
  answers: Map<string, number>
}

export interface ChaosCounts extends Difference {
  results: ChaosResult[]
  /** Requests and streams that failed without an excuse. */
  failed: string[]
  /** Findings of the audits, of the reserves and of battles. */
  broken: string[]
  giftsPerS: number
  purchases: number
  endedBattles: number
}

const LONG_BATTLES = 3
const WATCHED_WITHIN_MS = 120_000
const RECOVERED_WITHIN_MS = 60_000
const SETTLED_WITHIN_MS = 60_000
const READY_MS = 3_000
const POLL_MS = 100
/** Gifts flow again when half as many as before the fault came within this time. */
const RATE_MS = 500
/** Gifts that are on their way when a battle ends. */
const AFTER_END_MS = 1_000
const PEOPLE_FOR = 2

/**
 * Makes every fault at least once under traffic on the whole stack, one at a time, and measures from each one's end how
 * long it takes until everything goes on. Then compares what was acknowledged with the database, and audits everything.
 */
export async function chaosRun(stack: ChaosStack, plan: ChaosPlan): Promise<ChaosCounts> {
  const { seed, crowd, forMs, onStep = () => {} } = plan
  const random = seeded(seed)
  // Drawn first, so that a seed always gives the same order. Targets differ, since clients draw from it too.
  const schedule = chaosSchedule(plan.faults, { forMs, random })
  const db = await openPg({ url: stack.database.url, poolSize: 8 })
  const endings: (() => unknown)[] = [() => db.close()]
  try {
    const ctx: Context = { ...benchContext(db), chain: rpcChain(chainOf(stack.local, stack.local.rpcUrl)) }
    // Recoveries may make it longer.
    const trafficMs = PEOPLE_FOR * forMs
    const { people, buy } = await chaosPeople(ctx, stack.local, { seed, count: peopleFor(crowd, trafficMs) })
    onStep(`${people.length} people bought Steeze`)
    const battles = await chaosBattles(ctx, plan)
    const watched = battles.long[0] as Arena
    const viewers = startChaosViewers({
      battleId: watched.id,
      seed,
      groups: [
        { port: stack.proxy.port, count: plan.viewers.proxy },
        { port: stack.edge.port, count: plan.viewers.edge },
      ],
    })
    endings.push(() => viewers.kill())
    const traffic = startTraffic({
      servers: () => [stack.proxy, stack.proxy],
      crowd,
      people,
      battles: battles.open,
      random,
      forMs: trafficMs,
      buy,
    })
    const run: Run = { stack, plan, traffic, viewers, watched }
    await until(async () => (await behindOf(run, 0)) === 0, WATCHED_WITHIN_MS, 'viewers')
    onStep(`${plan.viewers.proxy + plan.viewers.edge} viewers watch`)
    await pause(plan.calmMs)
    const beganMs = performance.now()
    const results: ChaosResult[] = []
    for (const { fault, atMs } of schedule) {
      await pause(Math.max(0, beganMs + atMs - performance.now()))
      results.push(await oneFault(run, fault, { of: (count) => Math.floor(random() * count) }))
      const { name, target, endedMs, recoveredMs, last } = results.at(-1) as ChaosResult
      onStep(`${name} ${target}: recovered in ${Math.round(recoveredMs - endedMs)} ms, last ${last}`)
      await pause(plan.calmMs)
    }
    await pause(Math.max(0, beganMs + forMs - performance.now()))
    const lastedMs = performance.now() - beganMs
    await traffic.finish()
    const ends = await viewers.stop()
    onStep('traffic has ended')
    return {
      ...(await difference(db, traffic.wishes, results)),
      failed: failures(run, results, ends),
      broken: [
        ...(await checkBattles(db, battles.ending, traffic.wishes)),
        ...(await checkBooks({ ...ctx, db }, stack)),
      ],
      results,
      giftsPerS: given(traffic.wishes.filter(({ endedMs }) => endedMs >= beganMs)).length / (lastedMs / 1_000),
      purchases: traffic.wishes.filter(({ kind, reply }) => kind === 'purchase' && reply.status === 200).length,
      endedBattles: battles.ending.filter(({ endsAtMs }) => endsAtMs < Date.now()).length,
    }
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

interface Ending {
  arena: Arena
  endsAtMs: number
}

/** Some that go on throughout, the first of which is watched, and others that end one after the other. */
async function chaosBattles(ctx: Context, { forMs, battleEndsEveryMs }: ChaosPlan) {
  const long = await makeBattles(ctx, LONG_BATTLES)
  const ending: Ending[] = []
  const count = Math.floor(forMs / battleEndsEveryMs)
  for (let index = 1; index <= count; index++) {
    const liveMs = index * battleEndsEveryMs
    const endsAtMs = Date.now() + liveMs
    for (const arena of await makeBattles(ctx, 1, liveMs)) ending.push({ arena, endsAtMs })
  }
  // Or the first gifts may come before a server's job has started them.
  await doDue(ctx, 'battles')
  const open = () => [
    ...long,
    ...ending.filter(({ endsAtMs }) => endsAtMs > Date.now() - AFTER_END_MS).map(({ arena }) => arena),
  ]
  return { long, ending, open }
}

interface Run {
  stack: ChaosStack
  plan: ChaosPlan
  traffic: Traffic
  viewers: ChaosViewers
  watched: Arena
}

const given = (wishes: readonly Wish[]) => wishes.filter(({ kind, reply }) => kind === 'gift' && reply.status === 200)

/** How many viewers were not shown more than so many gifts, or have no stream. */
async function behindOf({ viewers, plan }: Run, moreThan: number): Promise<number> {
  const { open, shown } = await viewers.shown(moreThan)
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  return plan.viewers.proxy + plan.viewers.edge - Math.min(total(open), total(shown))
}

async function oneFault(run: Run, fault: ChaosFault, chance: Parameters<ChaosFault['run']>[1]): Promise<ChaosResult> {
  const { stack, traffic } = run
  const beganMs = performance.now()
  const target = await fault.run(stack, chance)
  const endedMs = performance.now()
  const { recoveredMs, last, missing } = await recovered(run, { beganMs, endedMs })
  const areReady = async () => (await Promise.all([...stack.servers, stack.edge].map(isReady))).every(Boolean)
  await until(areReady, RECOVERED_WITHIN_MS, 'readiness').catch(() => missing.push('ready servers'))
  const readyMs = performance.now()
  await stack.heal()
  const healedMs = performance.now()
  const isDuring = (atMs: number) => atMs >= beganMs && atMs <= healedMs
  const heard = traffic.heard.filter(({ atMs }) => isDuring(atMs))
  return {
    name: fault.name,
    target,
    beganMs,
    endedMs,
    recoveredMs,
    last,
    missing,
    readyMs,
    healedMs,
    gifts: given(traffic.wishes).filter((wish) => isDuring(wish.endedMs)).length,
    lost: 0,
    doubled: 0,
    unexpected: heard.filter((each) => isFailure(each) && !isExcused(each, fault)).length,
    answers: answersOf(heard),
  }
}

/** Waits up to a minute for gifts, claims, purchases and what all viewers see. Returns when all go on, and what was last. */
async function recovered(run: Run, { beganMs, endedMs }: { beganMs: number; endedMs: number }) {
  const { wishes } = run.traffic
  const before = wishes.length
  const acknowledged = given(wishes).filter(({ detail }) => detail.battleId === run.watched.id).length
  const usual =
    given(wishes).filter((wish) => wish.endedMs < beganMs && wish.endedMs > beganMs - 4 * RATE_MS).length / 4
  const since = () => wishes.slice(before).filter((wish) => wish.beganMs > endedMs && wish.reply.status === 200)
  const has = (kind: Wish['kind']) => since().some((wish) => wish.kind === kind)
  const checks: Record<string, () => boolean | Promise<boolean>> = {
    gifts() {
      const fromMs = performance.now() - RATE_MS
      return given(since()).filter((wish) => wish.endedMs > fromMs).length >= usual / 2
    },
    claims: () => has('claim'),
    purchases: () => has('purchase'),
    viewers: async () => (await behindOf(run, acknowledged)) === 0,
  }
  const left = new Map(Object.entries(checks))
  let last = ''
  while (left.size > 0 && performance.now() - endedMs < RECOVERED_WITHIN_MS) {
    await pause(POLL_MS)
    for (const [name, isSo] of left) {
      if (!(await isSo())) continue
      left.delete(name)
      last = name
    }
  }
  return { recoveredMs: performance.now(), last, missing: [...left.keys()] }
}

const isReady = ({ port }: { port: number }) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(READY_MS) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

const isFailure = ({ status }: Heard) => status === 'no answer' || status >= 500
const isExcused = ({ status }: Heard, { excuses }: ChaosFault) => excuses.some((excuse) => excuse === String(status))

function failures(
  { plan, stack, traffic }: Run,
  results: readonly ChaosResult[],
  ends: readonly { why: string; atMs: number }[],
): string[] {
  const during = (atMs: number) => results.find(({ beganMs, healedMs }) => atMs >= beganMs && atMs <= healedMs)
  const faultAt = (atMs: number) => plan.faults.find(({ name }) => name === during(atMs)?.name)
  const place = (atMs: number) => during(atMs)?.name ?? 'no fault'
  const requests = traffic.heard
    .filter((each) => isFailure(each) && !isExcused(each, faultAt(each.atMs) ?? NO_FAULT))
    .map(({ kind, status, code, atMs, requestId }) =>
      `${place(atMs)}: a ${kind} got ${status} ${code} ${stack.logged(requestId)}`.trimEnd(),
    )
  const streams = ends
    .map(({ why, atMs }) => ({ why, atMs: atMs - performance.timeOrigin }))
    .filter(({ atMs }) => !(faultAt(atMs) ?? NO_FAULT).excuses.includes('stream'))
    .map(({ why, atMs }) => `${place(atMs)}: ${why}`)
  const missing = results.flatMap(({ name, missing: parts }) => parts.map((part) => `${name}: no ${part} for a minute`))
  return [...requests, ...streams, ...missing]
}

const NO_FAULT: ChaosFault = { name: '', excuses: [], run: async () => '' }

/** Finds lost and doubled writes, and counts each at the fault in which it was asked for. */
async function difference(db: Db, wishes: readonly Wish[], results: readonly ChaosResult[]): Promise<Difference> {
  const found = await checkWishes(db, wishes)
  const namesOf = ({ key, person, detail }: Wish) =>
    detail.lessonId === undefined ? [String(detail.transactionHash ?? key)] : [person.id, `${detail.lessonId}`]
  for (const kind of ['lost', 'doubled'] as const) {
    for (const line of found[kind]) {
      const wish = wishes.find((each) => namesOf(each).every((name) => line.includes(name)))
      const result = results.find(
        ({ beganMs, healedMs }) => wish && wish.beganMs <= healedMs && wish.endedMs >= beganMs,
      )
      if (result) result[kind]++
    }
  }
  return found
}

const OVER = new Set(['BATTLE_ENDED', 'BATTLE_NOT_ACTIVE'])

/** By the database's clock: gifts count up to a battle's end and not after it, and every battle that ended is settled. */
async function checkBattles(db: Db, ending: readonly Ending[], wishes: readonly Wish[]): Promise<string[]> {
  const ids = ending.filter(({ endsAtMs }) => endsAtMs < Date.now()).map(({ arena }) => arena.id)
  const unsettled = () =>
    db.query<{ id: string; status: string }>(
      `select id, status from battles where id = any($1::uuid[]) and ends_at < clock_timestamp() and status <> 'completed'`,
      [ids],
    )
  await until(async () => (await unsettled()).length === 0, SETTLED_WITHIN_MS, 'settled').catch(() => {})
  const late = await db.query<{ id: string }>(
    'select b.id from battles b join battle_gifts g on g.battle_id = b.id where g.at >= b.ends_at',
  )
  const ends = new Map(
    (await db.query<{ id: string; endsAt: Date }>('select id, ends_at as "endsAt" from battles')).map((row) => [
      row.id,
      row.endsAt.getTime() - performance.timeOrigin,
    ]),
  )
  const early = wishes.filter(
    ({ reply, detail, endedMs }) => OVER.has(reply.code) && endedMs < (ends.get(String(detail.battleId)) ?? 0),
  )
  return [
    ...(await unsettled()).map(({ id, status }) => `battle ${id} has ended and is ${status}`),
    ...late.map(({ id }) => `battle ${id} has a gift from after its end`),
    ...early.map(({ detail }) => `battle ${detail.battleId} refused a gift before its end`),
  ]
}

async function checkBooks(ctx: Context, { local }: ChaosStack): Promise<string[]> {
  await rpc(local.rpcUrl, 'anvil_mine', ['0x4'])
  await until(() => isFinalFollowed(ctx.db, local), SETTLED_WITHIN_MS, 'what is final on chain')
  const { difference: gap } = await readReserves(ctx)
  const found = (await auditAll(ctx.db)).flatMap(({ feature, broken }) =>
    broken.map((each) => `${feature}: ${JSON.stringify(each)}`),
  )
  return [...found, ...(gap === 0 ? [] : [`reserves: ${gap} Steeze too many or too few`])]
}

async function until(isDone: () => Promise<boolean>, withinMs: number, what: string): Promise<void> {
  const giveUpMs = performance.now() + withinMs
  while (!(await isDone())) {
    if (performance.now() > giveUpMs) throw new Error(`${what}: not there within ${withinMs} ms`)
    await pause(POLL_MS)
  }
}
