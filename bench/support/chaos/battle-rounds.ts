import type { WantedGift } from '../../../server/src/features/battles/index.ts'
import { giveGifts } from '../../../server/src/features/battles/index.ts'
import { auditLedger } from '../../../server/src/features/ledger/index.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { seeded } from '../seeded.ts'
import { type Arena, benchContext, makeBattles, makePeople } from '../servers/arena.ts'
import { checkSteps, fight, type GiftReport, LIVE_MS, startWorker, untilSettled } from './fight.ts'

export interface BattleCrashPlan {
  url: string
  rounds: number
  seed: number
  gifts: number
}

export interface BattleCrashCounts {
  rounds: number
  acknowledged: number
  refused: number
  /** The first request got no response; the retry did. */
  unheard: number
  /** Acknowledged gifts that don't count once, and refused ones that count. Must be none. */
  wrong: number
}

const GIVERS = 20

/**
 * Kills one of two servers between the start of a battle and its settlement, repeatedly, while gifts go to
 * both. Throws unless every acknowledged gift counts once, no refused one does, a retry decides the rest, each
 * battle started and settled once, and the ledger balances.
 */
export async function battleRounds({ url, rounds, seed, gifts }: BattleCrashPlan): Promise<BattleCrashCounts> {
  const random = seeded(seed)
  const db = await openPg({ url, poolSize: 4 })
  const ctx = benchContext(db)
  const givers = await makePeople(ctx, GIVERS)
  const counts: BattleCrashCounts = { rounds, acknowledged: 0, refused: 0, unheard: 0, wrong: 0 }
  const program = { file: 'chaos/battle-worker.ts', args: [url] }
  const workers = [await startWorker(program), await startWorker(program)]
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
    const heard = await fight(workers, wanted, { random, program })
    await untilSettled(ctx, arena.id)
    await check(ctx, wanted, heard, counts)
  }
  for (const child of workers) child.disconnect()
  const { broken } = await auditLedger(db)
  await db.close()
  if (broken[0]) throw new Error(`the ledger is broken: ${JSON.stringify(broken[0])}`)
  return counts
}

async function check(
  ctx: Context,
  wanted: readonly WantedGift[],
  heard: ReadonlyMap<string, GiftReport>,
  counts: BattleCrashCounts,
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
  await checkSteps(ctx, battleId)
}
