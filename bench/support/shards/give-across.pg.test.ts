import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { WantedGift } from '../../../server/src/features/battles/index.ts'
import { auditLedger, balancesOf, postTransfers, userAccount } from '../../../server/src/features/ledger/index.ts'
import { AppError } from '../../../server/src/platform/app-error.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { type Arena, doDue, makeBattles, makePeople } from '../servers/arena.ts'
import { GIVEN, giveAcross, giveFromHome, giveIn, resume } from './give-across.ts'
import { addGuest, byNumber, closeShards, openShards, prepareShards, type Shards, TRANSIT } from './shards.ts'

const FIRST = 1_000_000_000

let shards: Shards
let live: Arena
let over: Arena
let giverId: string
let stranger: string
let made = 0

beforeAll(async () => {
  shards = await openShards({ home: await newPostgresDatabase(), away: await newPostgresDatabase() }, 4)
  await prepareShards(shards)
  live = (await makeBattles(shards.away, 1))[0] as Arena
  over = (await makeBattles(shards.away, 1, -1_000))[0] as Arena
  await doDue(shards.away, 'battles')
})
afterAll(() => closeShards(shards))

beforeEach(async () => {
  const people = (await makePeople(shards.home, 2)) as [string, string]
  for (const id of people) await addGuest(shards, id)
  ;[giverId, stranger] = people
})

const wanted = ({ id, sides } = live): WantedGift => {
  made += 1
  return { battleId: id, participantId: sides[0], giverId, amount: 7, key: `across/${made}` }
}

class Crash extends Error {}

/** Like the shards, but the server is gone at this step: before the database hears of it, or before it hears back. */
function crashing({ home, away }: Shards, at: number, isHeard: boolean): Shards & { steps: () => number } {
  let step = 0
  const crashAt = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = ++step
    if (mine > at || (mine === at && !isHeard)) throw new Crash()
    const done = await work()
    if (mine === at) throw new Crash()
    return done
  }
  const wrap = (ctx: Context): Context => {
    const db: Db = {
      ...ctx.db,
      query: (text, values) => crashAt(() => ctx.db.query(text, values)),
      tx: (work) => crashAt(() => ctx.db.tx(work)),
    }
    return { ...ctx, db }
  }
  return { home: wrap(home), away: wrap(away), steps: () => step }
}

async function counted(key: string): Promise<number> {
  return (await shards.away.db.query('select 1 from battle_gifts where key = $1', [key])).length
}

async function steeze(ctx: Context, id: string): Promise<number> {
  const { steeze_purchased, steeze_earned } = await balancesOf(ctx.db, id)
  return steeze_purchased + steeze_earned
}

async function rest(): Promise<void> {
  while ((await resume(shards, giveIn(shards.away))) > 0);
}

/** Crashes at each step in turn, resumes and retries. Returns at how many steps it crashed. */
async function crashAtEachStep(battle: Arena, outcome: string): Promise<number> {
  let expected = FIRST
  for (let at = 1; ; at++) {
    for (const isHeard of [false, true]) {
      const gift = wanted(battle)
      const broken = crashing(shards, at, isHeard)
      const first = await giveAcross(broken, gift, giveIn(broken.away)).catch((error: unknown) => error)
      if (broken.steps() < at) {
        expect(first).toBe(outcome)
        return at - 1
      }
      expect(first).toBeInstanceOf(Crash)
      await rest()
      expect(await giveAcross(shards, gift, giveIn(shards.away))).toBe(outcome)
      if (outcome === GIVEN) expected -= gift.amount
      expect(await counted(gift.key)).toBe(outcome === GIVEN ? 1 : 0)
      expect(await steeze(shards.home, giverId)).toBe(expected)
      expect(await steeze(shards.away, giverId)).toBe(0)
    }
  }
}

it('counts a gift once and takes its Steeze once, whatever step the server stops at [ledger.shards]', async () => {
  expect(await crashAtEachStep(live, GIVEN)).toBeGreaterThan(4)
  expect(await steeze(shards.home, stranger)).toBe(FIRST)
})

it('brings back what the battle refused, whatever step the server stops at', async () => {
  expect(await crashAtEachStep(over, 'BATTLE_ENDED')).toBeGreaterThan(6)
})

it('gives one of two gifts that want the same Steeze, and answers both the same again', async () => {
  await shards.home.db.tx((tx) =>
    postTransfers(tx, shards.home.clock, [
      {
        key: `spend/${giverId}`,
        kind: 'steeze_purchase',
        reference: 'spent',
        from: userAccount(giverId, 'steeze_purchased'),
        to: userAccount(stranger, 'steeze_purchased'),
        amount: FIRST - 7,
      },
    ]),
  )
  const gifts = [wanted(), wanted()]
  const outcomes = await Promise.all(gifts.map((gift) => giveAcross(shards, gift, giveIn(shards.away))))
  expect(outcomes.toSorted()).toEqual(['GIFT_STEEZE_TOO_LOW', GIVEN].toSorted())
  for (const [index, gift] of gifts.entries()) {
    expect(await giveAcross(shards, gift, giveIn(shards.away))).toBe(outcomes[index])
    expect(await counted(gift.key)).toBe(outcomes[index] === GIVEN ? 1 : 0)
  }
  expect(await steeze(shards.home, giverId)).toBe(0)
})

it('gives one key sent twice at once as one gift', async () => {
  const gift = wanted()
  const twice = await Promise.all([0, 1].map(() => giveAcross(shards, gift, giveIn(shards.away))))
  expect(twice).toEqual([GIVEN, GIVEN])
  expect(await counted(gift.key)).toBe(1)
  await rest()
  expect(await steeze(shards.home, giverId)).toBe(FIRST - gift.amount)
})

it('gives from wherever the accounts in the battle’s shard say that the giver is at home', async () => {
  const [local = '', unknown = ''] = [...(await makePeople(shards.away, 1)), ...(await makePeople(shards.home, 1))]
  const numbered = await byNumber(shards)
  const give = (from: string) => {
    const gift = { ...wanted(), giverId: from }
    return giveFromHome(numbered, shards.away, { gift, giveThere: giveIn(shards.away) })
  }
  expect([await give(local), await give(giverId)]).toEqual([GIVEN, GIVEN])
  expect([await steeze(shards.away, local), await steeze(shards.home, giverId)]).toEqual([FIRST - 7, FIRST - 7])
  const across = await shards.home.db.query('select 1 from shard_gifts where giver_id = any($1)', [[local, giverId]])
  expect(across).toHaveLength(1)
  await expect(give(unknown)).rejects.toThrow('at home in shard undefined')
})

it('has one outcome for two servers of which one was refused what the other gave', async () => {
  const refused = async () => {
    throw new AppError('BATTLE_NOT_ACTIVE')
  }
  const meanwhile = wanted()
  const outcome = await giveAcross(shards, meanwhile, async (gift) => {
    await giveIn(shards.away)(gift)
    return refused()
  })
  expect([outcome, await counted(meanwhile.key)]).toEqual([GIVEN, 1])
  const late = wanted()
  expect(await giveAcross(shards, late, refused)).toBe('BATTLE_NOT_ACTIVE')
  await expect(giveIn(shards.away)(late)).rejects.toMatchObject({ code: 'GIFT_STEEZE_TOO_LOW' })
  expect(await giveAcross(shards, late, giveIn(shards.away))).toBe('BATTLE_NOT_ACTIVE')
  expect([await counted(late.key), await steeze(shards.home, giverId)]).toEqual([0, FIRST - 7])
})

it('leaves both ledgers whole, with transit accounts that cancel out', async () => {
  await giveAcross(shards, wanted(), giveIn(shards.away))
  const sums: number[] = []
  for (const { db } of [shards.home, shards.away]) {
    expect((await auditLedger(db)).broken).toEqual([])
    const [row] = await db.query<{ amount: number }>(
      `select sum(case when t.to_account = a.id then t.amount else -t.amount end)::bigint as amount
       from ledger_accounts a join ledger_transfers t on a.id in (t.from_account, t.to_account) where a.kind = $1`,
      [TRANSIT.kind],
    )
    sums.push(row?.amount ?? 0)
  }
  expect(sums[0]).toBeGreaterThan(0)
  expect((sums[0] ?? 0) + (sums[1] ?? 0)).toBe(0)
})
