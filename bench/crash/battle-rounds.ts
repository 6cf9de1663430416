import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { rng } from '@aura/drawing/random'
import type { WantedGift } from '../../server/src/features/battles/index.ts'
import { giveGifts } from '../../server/src/features/battles/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { type Arena, makeBattles, makePeople, productContext } from '../../tests/server/product/arena.ts'
import { auditedTransfers } from '../support/database.ts'
import { nextMessage, startProgram } from '../support/programs.ts'
import type { GiftReport } from './battle-worker.ts'

export interface BattlePlan {
  url: string
  rounds: number
  seed: number
  gifts: number
}

export interface BattleCounts {
  rounds: number
  acknowledged: number
  refused: number
  /** Gifts whose first request got no response, but whose retry did. */
  unheard: number
  /** Acknowledged gifts that don't count once, and refused gifts that count. Must be zero. */
  wrong: number
}

const GIVERS = 20
const LIVE_MS = 900
const SETTLED_WITHIN_MS = 20_000

/**
 * Kills one of two servers between the start of a battle and its settlement, repeatedly, while gifts go to
 * both. Throws unless every acknowledged gift counts once, no refused one does, a retry decides the rest, each
 * battle started and settled once, and the ledger balances.
 */
export async function battleRounds({ url, rounds, seed, gifts }: BattlePlan): Promise<BattleCounts> {
  const random = rng(seed)
  const db = await openPg({ url, poolSize: 4 })
  const ctx = productContext(db)
  const givers = await makePeople(ctx, GIVERS)
  const counts: BattleCounts = { rounds, acknowledged: 0, refused: 0, unheard: 0, wrong: 0 }
  const workers = [await startWorker(url), await startWorker(url)]
  for (let round = 0; round < rounds; round++) {
    const [arena] = (await makeBattles(ctx, 1, LIVE_MS)) as [Arena]
    const wanted = Array.from(
      { length: gifts },
      (_, index): WantedGift => ({
        battleId: arena.id,
        participantId: arena.sides[random() < 0.5 ? 0 : 1],
        giverId: givers[Math.floor(random() * GIVERS)] as string,
        amount: 1 + Math.floor(random() * 3),
        key: `crash/${round}/${index}`,
      }),
    )
    const heard = await fight(workers, wanted, { random, url })
    await untilSettled(ctx, arena.id)
    await check(ctx, wanted, heard, counts)
  }
  for (const child of workers) child.disconnect()
  await auditedTransfers(db).finally(() => db.close())
  return counts
}

async function check(
  ctx: Context,
  wanted: readonly WantedGift[],
  heard: ReadonlyMap<string, GiftReport>,
  counts: BattleCounts,
): Promise<void> {
  const battleId = wanted[0]?.battleId ?? ''
  const stored = await ctx.db.query<{ key: string }>('select key from battle_gifts where battle_id = $1', [battleId])
  const keys = new Set(stored.map(({ key }) => key))
  for (const gift of wanted) {
    const report = heard.get(gift.key)
    if (!report) counts.unheard++
    else if (report.given) counts.acknowledged++
    else counts.refused++
    if (report && report.given !== keys.has(gift.key)) counts.wrong++
    const [again] = await giveGifts(ctx, [gift])
    const isGiven = again !== undefined && 'given' in again
    if (isGiven !== keys.has(gift.key)) counts.wrong++
  }
  const steps = await stepsOf(ctx, battleId)
  if (steps !== 'create accept start settle') throw new Error(`battle ${battleId} went ${steps}`)
}

async function startWorker(url: string): Promise<ChildProcess> {
  const child = startProgram('crash/battle-worker.ts', { url })
  await nextMessage(child)
  return child
}

/**
 * Sends gifts to two workers during a battle of `LIVE_MS` and past its end, and kills one worker meanwhile. Returns the
 * reports by key.
 */
async function fight(
  workers: ChildProcess[],
  wanted: readonly WantedGift[],
  { random, url }: { random: () => number; url: string },
): Promise<Map<string, GiftReport>> {
  const heard = new Map<string, GiftReport>()
  const hear = (report: GiftReport) => void heard.set(report.key, report)
  for (const child of workers) child.on('message', hear)
  const doomed = random() < 0.5 ? 0 : 1
  const killing = (async () => {
    await pause(random() * LIVE_MS * 1.3)
    const child = workers[doomed] as ChildProcess
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    const next = await startWorker(url)
    workers[doomed] = next
    next.on('message', hear)
  })()
  for (const [index, gift] of wanted.entries()) {
    const child = workers[index % 2] as ChildProcess
    if (child.connected) child.send(gift, () => {})
    if (index % 8 === 7) await pause((LIVE_MS * 1.2 * 8) / wanted.length)
  }
  await killing
  await pause(200)
  for (const child of workers) child.off('message', hear)
  return heard
}

/** Waits until the battle is settled. Throws if that takes too long. */
async function untilSettled(ctx: Context, battleId: string): Promise<void> {
  const untilMs = performance.now() + SETTLED_WITHIN_MS
  while (performance.now() < untilMs) {
    const [row] = await ctx.db.query<{ status: string }>('select status from battles where id = $1', [battleId])
    if (row?.status === 'completed') return
    await pause(20)
  }
  throw new Error(`battle ${battleId} was not settled`)
}

/** Returns the steps of a battle, separated by spaces. */
export async function stepsOf({ db }: Context, battleId: string): Promise<string> {
  const text = 'select step from battle_steps where battle_id = $1 order by id'
  return (await db.query<{ step: string }>(text, [battleId])).map(({ step }) => step).join(' ')
}
