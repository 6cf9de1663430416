import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fundSteeze } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { type OldDatabase, openOldDatabase } from '../../../../../tests/server/database/old-database.ts'
import { giftsByPartition } from '../../../../../tests/server/database/partitions.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import type { Db } from '../../../platform/db/db.ts'
import { migrate } from '../../../platform/db/migrations/migrate.ts'
import { openBattleAccounts, openUserAccounts } from '../../ledger/index.ts'
import { auditBattles } from '../audit-battles.ts'
import { addRestoredGiftPartitions, giftPartitions } from './gift-partitions.ts'
import { giveGifts } from './give-gifts.ts'
import { RecentRepeats } from './recent-repeats.ts'

let older: OldDatabase
let db: Db
let test: TestApp | undefined
beforeEach(async () => {
  older = await openOldDatabase()
  db = older.db
  await older.migrateTo('0051_shards')
})
afterEach(async () => {
  await (test ?? db).close()
  test = undefined
  await older.removeFolder()
})

const STARTS_AT = new Date('2026-03-02T16:00:00Z')

interface Battle {
  id: string
  ada: string
  cy: string
}

/** A live battle and somebody to give, as rows of any version. */
async function liveBattle(startsAt = STARTS_AT): Promise<Battle> {
  const [id, ada, bo, cy] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await db.query(
    `insert into users (id, username, created_at)
     select id, 'u' || left(md5(id::text), 10), $2::timestamptz from unnest($1::uuid[]) as person (id)`,
    [[ada, bo, cy], STARTS_AT],
  )
  await db.query(
    `insert into battles (id, challenger_id, opponent_id, description, status, stake, starts_at, ends_at, created_at, due_at,
                          challenger_hold, opponent_hold, gift_head)
     values ($1, $2, $3, '', 'active', 1, $4, $4::timestamptz + interval '1 hour', $4,
             $4::timestamptz + interval '1 hour', gen_random_uuid(), gen_random_uuid(), '')`,
    [id, ada, bo, startsAt],
  )
  return { id, ada, cy }
}

/** As every version inserts one. */
async function insertGift({ id, ada, cy }: Battle, key: string, at = STARTS_AT): Promise<void> {
  await db.query(
    `with given as (
       insert into battle_gifts (battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash)
       select id, gift_count + 1, $2, $3, $4, 1, 1, 0, $5, 'x' from battles where id = $1)
     update battles set gift_count = gift_count + 1, challenger_steeze = challenger_steeze + 1 where id = $1`,
    [id, cy, key, ada, at],
  )
}

const seqsOf = async ({ cy }: Battle, ...keys: string[]) => {
  const rows = await db.query<{ seq: number }>('select seq from gifts_with_keys($1, $2) order by seq', [
    keys.map(() => cy),
    keys,
  ])
  return rows.map(({ seq }) => seq)
}

const keyCount = async () => (await db.query('select * from battle_gift_keys')).length
const used = { code: '23505', constraint: 'battle_gifts_key' }

/** The server of this version, on this database. */
async function serve(): Promise<TestApp> {
  await migrate(db)
  test = await testApp({ openDb: async () => db })
  test.ctx.clock.set(STARTS_AT)
  return test
}

it('a database with gifts keeps them and their keys, step by step', async () => {
  const battle = await liveBattle()
  await insertGift(battle, 'first')
  await older.migrateTo('0052_gift-keys')
  expect(await keyCount()).toBe(1)
  await insertGift(battle, 'second')
  expect(await keyCount()).toBe(2)
  await expect(insertGift(battle, 'first')).rejects.toMatchObject(used)
  expect(await seqsOf(battle, 'first', 'second', 'third')).toEqual([1, 2])
  await older.migrateTo('0055_gift-partitions')
  expect(await seqsOf(battle, 'first', 'second', 'third')).toEqual([1, 2])
  await expect(insertGift(battle, 'first')).rejects.toMatchObject(used)
  await insertGift(battle, 'third')
  expect(await seqsOf(battle, 'first', 'second', 'third')).toEqual([1, 2, 3])
  expect(await giftsByPartition(db)).toEqual({ battle_gifts_first: 3 })
  await serve()
  expect((await auditBattles(db)).broken.filter(({ promise }) => /gift/.test(promise))).toEqual([])
})

it('all steps at once, too: a key stays used in the partitions that follow', async () => {
  const battle = await liveBattle()
  await insertGift(battle, 'first')
  const { ctx } = await serve()
  const [{ at } = { at: STARTS_AT }] = await db.query<{ at: Date }>('select gift_partitions_end() as at')
  await giftPartitions.add(db, at)
  expect(await giftPartitions.countAhead(db, at)).toBe(1)
  ctx.clock.set(at)
  const next = { ...(await liveBattle(at)), cy: battle.cy }
  await ctx.db.tx(async (tx) => {
    await openUserAccounts(tx, battle.cy)
    await openBattleAccounts(tx, [battle.id, next.id])
  })
  await fundSteeze(ctx, battle.cy, { purchased: 10 })
  const wanted = (to: Battle, key: string) => ({
    battleId: to.id,
    giverId: battle.cy,
    participantId: to.ada,
    amount: 1,
    key,
  })
  expect(await giveGifts(ctx, [wanted(next, 'new')])).toMatchObject([{ given: { seq: 1, at } }])
  expect(Object.values(await giftsByPartition(db))).toEqual([1, 1])
  await expect(insertGift(next, 'first', at)).rejects.toMatchObject(used)
  for (const repeats of [undefined, new RecentRepeats(ctx.clock)]) {
    const outcomes = await giveGifts(ctx, [wanted(battle, 'first'), wanted(next, 'first')], repeats)
    expect(outcomes).toMatchObject([{ given: { battleId: battle.id, seq: 1 } }, { refused: 'IDEMPOTENCY_KEY_REUSED' }])
  }
  expect(Object.values(await giftsByPartition(db))).toEqual([1, 1])
})

it('a backup from before partitions restores gifts of any time', async () => {
  await older.migrateTo('0052_gift-keys')
  const late = new Date('2099-05-05T00:00:00Z')
  const battle = await liveBattle(late)
  await expect(insertGift(battle, 'late', late)).rejects.toMatchObject({ constraint: 'battle_gifts_first' })
  await db.tx((tx) => addRestoredGiftPartitions(tx, late))
  // As the rows of the backup.
  await insertGift(battle, 'late', late)
  await db.query(
    `insert into backfills (name, due_at, completed_at) values ('battle_gifts.keys', '-infinity', '-infinity')`,
  )
  await serve()
  expect(await giftsByPartition(db)).toEqual({ battle_gifts_first: 1 })
  expect(await seqsOf(battle, 'late')).toEqual([1])
  const [row] = await db.query('select gift_partitions_end() as at')
  expect(row).toEqual({ at: new Date('2099-10-01T00:00:00Z') })
})

it('is refused while gifts lack their keys, and changes nothing', async () => {
  await insertGift(await liveBattle(), 'first')
  await older.migrateTo('0052_gift-keys')
  await db.query('delete from backfills')
  const before = await databaseState(db)
  await expect(older.migrateTo('0055_gift-partitions')).rejects.toThrow('needs the backfill battle_gifts.keys')
  expect(await databaseState(db)).toEqual(before)
})
