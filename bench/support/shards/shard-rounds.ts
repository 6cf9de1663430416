import { setTimeout as pause } from 'node:timers/promises'
import type { WantedGift } from '../../../server/src/features/battles/index.ts'
import { auditLedger, balancesOf, findHomeShard, findOwnShard } from '../../../server/src/features/ledger/index.ts'
import type { AppError } from '../../../server/src/platform/app-error.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { checkSteps, fight, type GiftReport, LIVE_MS, startWorker, untilSettled } from '../chaos/fight.ts'
import { seeded } from '../seeded.ts'
import { type Arena, makeBattles, makePeople } from '../servers/arena.ts'
import { GIVEN, giveFromHome, giveIn, resume } from './give-across.ts'
import {
  addGuest,
  byNumber,
  closeShards,
  openShards,
  prepareShards,
  type Shards,
  type ShardUrls,
  TRANSIT,
} from './shards.ts'

export interface ShardPlan {
  urls: ShardUrls
  rounds: number
  seed: number
  gifts: number
  /** Faults of the databases, in turn with killed servers. */
  crashes?: (() => Promise<void>)[]
}

export interface ShardCounts {
  rounds: number
  acknowledged: number
  /** Of the acknowledged ones, those from the other shard. */
  across: number
  refused: number
  /** The first request got no response; a retry did. */
  unheard: number
  /** Sentences about what isn't as it must be. Must be none. */
  wrong: string[]
}

const GIVERS = 10
const RESTED_WITHIN_MS = 30_000

/**
 * Gifts of people of two shards to battles in one of them, while servers are killed and databases crash. Every acknowledged
 * gift must count once, no refused one may, a retry decides the rest, and each Steeze is in one place: both ledgers hold,
 * and their transit accounts cancel out.
 */
export async function shardRounds({ urls, rounds, seed, gifts, crashes = [] }: ShardPlan): Promise<ShardCounts> {
  const random = seeded(seed)
  const shards = await openShards(urls, 4)
  await prepareShards(shards)
  const locals = await makePeople(shards.away, GIVERS)
  const distant = await makePeople(shards.home, GIVERS)
  for (const id of distant) await addGuest(shards, id)
  const before = await steezeOf(shards, distant)
  const counts: ShardCounts = { rounds, acknowledged: 0, across: 0, refused: 0, unheard: 0, wrong: [] }
  const program = { file: 'shards/shard-worker.ts', args: [urls.home, urls.away] }
  const workers = [await startWorker(program), await startWorker(program)]
  const given = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const [arena] = (await makeBattles(shards.away, 1, LIVE_MS)) as [Arena]
    const wanted = Array.from({ length: gifts }, (_, index): WantedGift => {
      const who = Math.floor(random() * GIVERS)
      return {
        battleId: arena.id,
        participantId: arena.sides[random() < 0.5 ? 0 : 1],
        amount: 1 + Math.floor(random() * 3),
        key: `shards/${round}/${index}`,
        giverId: (random() < 0.5 ? locals : distant)[who] as string,
      }
    })
    const crash = round % 2 === 1 ? crashes[((round - 1) / 2) % crashes.length] : undefined
    const heard = await fight(workers, wanted, { random, program, ...(crash && { fault: crash }) })
    await untilSettled(shards.away, arena.id)
    await check(shards, wanted, heard, { counts, given })
    await checkSteps(shards.away, arena.id)
  }
  for (const child of workers) child.disconnect()
  await untilAtRest(shards)
  await checkMoney(shards, { distant, before, given, wrong: counts.wrong })
  await closeShards(shards)
  return counts
}

async function check(
  shards: Shards,
  wanted: readonly WantedGift[],
  heard: ReadonlyMap<string, GiftReport>,
  { counts, given }: { counts: ShardCounts; given: Map<string, number> },
): Promise<void> {
  const battleId = wanted[0]?.battleId ?? ''
  const giveThere = giveIn(shards.away)
  const numbered = await byNumber(shards)
  const guests = await guestsIn(shards)
  const retried = new Map<string, string>()
  for (const gift of wanted) {
    const again = giveFromHome(numbered, shards.away, { gift, giveThere })
    retried.set(gift.key, await again.catch((error: AppError) => error.code))
  }
  const stored = await shards.away.db.query<{ key: string; times: number }>(
    'select key, count(*)::int as times from battle_gifts where battle_id = $1 group by key',
    [battleId],
  )
  const times = new Map(stored.map(({ key, times }) => [key, times]))
  for (const gift of wanted) {
    const report = heard.get(gift.key)
    const counted = times.get(gift.key) ?? 0
    if (!report) counts.unheard++
    else if (report.given) counts.acknowledged++
    else counts.refused++
    if (report?.given && guests.has(gift.giverId)) counts.across++
    const outcome = retried.get(gift.key)
    if (report && report.code !== undefined && (report.given ? GIVEN : report.code) !== outcome)
      counts.wrong.push(`${gift.key} was answered ${report.code}, and by a retry ${outcome}`)
    if (counted !== (outcome === GIVEN ? 1 : 0))
      counts.wrong.push(`${gift.key} is ${outcome} and counts ${counted} times`)
    if (counted > 0 && guests.has(gift.giverId)) given.set(gift.giverId, (given.get(gift.giverId) ?? 0) + gift.amount)
  }
  // A draw gives everything back.
  const refunds = await shards.away.db.query<{ giverId: string; amount: number }>(
    `select a.owner_id as "giverId", sum(t.amount)::bigint as amount from ledger_transfers t
     join ledger_accounts a on a.id = t.to_account
     where t.kind = 'battle_gift_refund' and t.reference = $1 and a.home_shard is not null group by 1`,
    [battleId],
  )
  for (const { giverId, amount } of refunds) given.set(giverId, (given.get(giverId) ?? 0) - amount)
}

/** Whom the battle's shard says to be at home in the other. */
async function guestsIn({ home, away }: Shards): Promise<Set<string>> {
  const rows = await away.db.query<{ id: string }>(
    'select distinct owner_id as id from ledger_accounts where home_shard = $1',
    [await findOwnShard(home.db)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Until nothing is on its way between the shards. */
async function untilAtRest(shards: Shards): Promise<void> {
  const untilMs = performance.now() + RESTED_WITHIN_MS
  while ((await resume(shards, giveIn(shards.away))) > 0) {
    if (performance.now() > untilMs) throw new Error('Steeze is still on its way between the shards')
    await pause(20)
  }
}

interface Money {
  distant: readonly string[]
  before: ReadonlyMap<string, number>
  given: ReadonlyMap<string, number>
  wrong: string[]
}

async function checkMoney(shards: Shards, { distant, before, given, wrong }: Money): Promise<void> {
  const after = await steezeOf(shards, distant)
  const homeShard = await findOwnShard(shards.home.db)
  for (const id of distant) {
    for (const { db } of [shards.home, shards.away]) {
      const number = await findHomeShard(db, id)
      if (number !== homeShard) wrong.push(`${id} is at home in shard ${number} instead of ${homeShard}`)
    }
    const expected = (before.get(id) ?? 0) - (given.get(id) ?? 0)
    if (after.get(id) !== expected) wrong.push(`${id} has ${after.get(id)} Steeze instead of ${expected}`)
  }
  const left = await shards.away.db.query<{ id: string }>(
    'select owner_id as id from ledger_accounts where home_shard is not null and balance <> 0',
  )
  for (const { id } of left) wrong.push(`guest ${id} still has Steeze`)
  const [atHome, there] = await Promise.all([inTransit(shards.home), inTransit(shards.away)])
  if (atHome + there !== 0) wrong.push(`the transit accounts are ${atHome} and ${there}`)
  for (const ctx of [shards.home, shards.away]) {
    const { broken } = await auditLedger(ctx.db)
    wrong.push(...broken.map((fault) => JSON.stringify(fault)))
  }
}

/** By person of the home shard: what they have in both. */
async function steezeOf({ home, away }: Shards, distant: readonly string[]): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for (const id of distant) {
    const all = [await balancesOf(home.db, id), await balancesOf(away.db, id)]
    sums.set(
      id,
      all.reduce((sum, { steeze_purchased, steeze_earned }) => sum + steeze_purchased + steeze_earned, 0),
    )
  }
  return sums
}

/** Returns the net inflow of a shard's transit account. */
async function inTransit({ db }: Context): Promise<number> {
  const [row] = await db.query<{ amount: number }>(
    `select coalesce(sum(case when t.to_account = a.id then t.amount else -t.amount end), 0)::bigint as amount
     from ledger_accounts a join ledger_transfers t on a.id in (t.from_account, t.to_account)
     where a.kind = $1`,
    [TRANSIT.kind],
  )
  return row?.amount ?? 0
}
