import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { form, liveBattle, runAfter, runAt, steezeOf } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { giftsByPartition } from '../../../../../tests/server/database/partitions.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { auditBattles } from '../audit-battles.ts'
import { findGiftsBefore } from '../audit-store.ts'
import { voidBattle } from '../lifecycle/void-battle.ts'
import { storeLeadHistory } from '../receipt/lead-history-store.ts'
import { listReceiptGifts } from '../receipt/receipt-store.ts'
import { checkGifts } from './audit-gifts-store.ts'
import { giftPartitions } from './gift-partitions.ts'
import { findGifterParts, listGifts } from './gift-store.ts'
import { giveGifts } from './give-gifts.ts'
import { findMaturingGifts } from './received-gifts-store.ts'
import { RecentRepeats } from './recent-repeats.ts'
import { giftsPersonal } from './tables.ts'

let test: TestApp
beforeEach(async () => {
  test = await testApp()
})
afterEach(async () => {
  const { broken } = await auditBattles(test.ctx.db)
  await test.close()
  expect(broken).toEqual([])
})

const db = () => test.ctx.db
const startOf = async (steps: number) => {
  const [row] = await db().query<{ at: Date }>('select gift_partition_start(gift_partitions_end(), $1) as at', [steps])
  return row?.at as Date
}
const nameOf = (at: Date) => `battle_gifts_${at.getUTCFullYear()}q${Math.floor(at.getUTCMonth() / 3) + 1}`

type Live = Awaited<ReturnType<typeof liveBattle>>

/** Returns a battle of the same people that begins an hour later, with the clock at that time. */
async function nextBattle({ ada, bo, cy }: Live): Promise<Live> {
  for (const each of [ada, bo, cy]) await each.signIn()
  const startsAt = new Date(test.ctx.clock.now().getTime() + 3_600_000)
  const { id } = await ada.call('POST /api/battles', { body: form(bo.id, { battleDate: startsAt.toISOString() }) })
  await bo.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
  await runAt(test, startsAt)
  return { id, ada, bo, cy }
}

const wanted = ({ id, ada, cy }: Live, key: string) => ({
  battleId: id,
  giverId: cy.id,
  participantId: ada.id,
  amount: 1,
  key,
})

const give = (battle: Live, ...keys: string[]) =>
  giveGifts(
    test.ctx,
    keys.map((key) => wanted(battle, key)),
    new RecentRepeats(test.ctx.clock),
  )

describe('the partition ahead', () => {
  it('is added once the last one is reached, and gifts of a time that has none fail with nothing changed', async () => {
    const battle = await liveBattle(test)
    const end = await startOf(0)
    expect(await giftPartitions.countAhead(db(), end)).toBe(-1)
    expect(await giftPartitions.countAhead(db(), new Date(end.getTime() - 1))).toBe(0)
    await db().query('update battles set ends_at = $2, due_at = $2 where id = $1', [battle.id, await startOf(4)])
    test.ctx.clock.set(end)
    await expect(give(battle, 'a')).rejects.toMatchObject({
      code: '23514',
      message: 'no partition of relation "battle_gifts" found for row',
    })
    expect(await giftsByPartition(db())).toEqual({})
    expect(await giftPartitions.add(db(), end)).toBe(2)
    expect(await giftPartitions.add(db(), end)).toBe(0)
    expect(await giftPartitions.countAhead(db(), end)).toBe(1)
    expect(await give(battle, 'a')).toMatchObject([{ given: { seq: 1 } }])
    expect(await giftsByPartition(db())).toEqual({ [nameOf(end)]: 1 })
  })

  it('follows quarters of a year by UTC, whatever the time zone and style of the session', async () => {
    const bounds = await db().tx(async (tx) => {
      await tx.query(`select set_config('timezone', 'Asia/Kolkata', true), set_config('datestyle', 'SQL, DMY', true)`)
      await tx.query(`select add_gift_partitions(gift_partitions_end() + interval '1 year')`)
      await tx.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`)
      return tx.query<{ name: string; bound: string }>(
        `select relname::text as name, pg_get_expr(relpartbound, oid) as bound from pg_class
         where relispartition and relname like 'battle_gifts_2%' and relkind = 'r' order by 1`,
      )
    })
    expect(bounds.length).toBe(6)
    for (const { name, bound } of bounds) {
      const [, from = ''] = /FROM \('([^']+)'\)/.exec(bound) ?? []
      expect(from).toMatch(/-(?:01|04|07|10)-01 00:00:00\+00$/)
      expect(name).toBe(nameOf(new Date(from.replace(' ', 'T').replace('+00', 'Z'))))
    }
  })
})

it('each partition refuses statements that name it', async () => {
  const battle = await liveBattle(test)
  await give(battle, 'a')
  const end = await startOf(0)
  await giftPartitions.add(db(), end)
  for (const name of ['battle_gifts_first', nameOf(end)]) {
    await expect(db().query(`insert into ${name} select * from battle_gifts where false`)).rejects.toMatchObject({
      code: '23001',
      message: `${name} is a partition of battle_gifts: insert into that`,
    })
    for (const statement of [`update ${name} set amount = amount + 1`, `delete from ${name}`, `truncate ${name}`])
      await expect(db().query(statement)).rejects.toMatchObject({ code: '23001' })
  }
  for (const statement of [
    'truncate battle_gifts',
    'delete from battle_gift_keys',
    'update battle_gift_keys set seq = 2',
  ])
    await expect(db().query(statement)).rejects.toMatchObject({ code: '23001' })
  expect(await giftsByPartition(db())).toEqual({ battle_gifts_first: 1 })
})

/** Changes rows that the product never changes. */
const corrupt = (...statements: string[]) =>
  db().script(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)

it('a key whose hash is that of another of the same giver is answered as used', async () => {
  const battle = await liveBattle(test)
  const [first] = await give(battle, 'a')
  await corrupt(`update battle_gift_keys set hash = ledger_key_hash('b')`)
  // Makes both keys have that hash.
  await db().script(`
    alter function ledger_key_hash rename to true_key_hash;
    create function ledger_key_hash(key text) returns uuid language sql stable as
      $$ select true_key_hash(case when key = 'a' then 'b' else key end) $$`)
  const refused = { refused: 'IDEMPOTENCY_KEY_REUSED' }
  expect(await give(battle, 'a')).toEqual([first])
  expect(await give(battle, 'b', 'a', 'c')).toMatchObject([refused, first as object, { given: { seq: 2 } }])
  expect(await giveGifts(test.ctx, [wanted(battle, 'b')])).toEqual([refused])
})

it('a refund that doesn’t find every gift refunds nobody', async () => {
  const battle = await liveBattle(test)
  const funds = await steezeOf(battle.cy)
  await give(battle, 'a', 'b')
  await corrupt(`update battle_gifts set at = at - interval '3 days' where seq = 1`)
  const before = await databaseState(db())
  const call = () => voidBattle(test.ctx, { battleId: battle.id, reason: 'Fake', adminId: null })
  await expect(call()).rejects.toThrow('has 2 Steeze in gifts, of which 1 were found')
  expect(await databaseState(db())).toEqual(before)
  await corrupt(`update battle_gifts set at = at + interval '3 days' where seq = 1`)
  await call()
  expect(await steezeOf(battle.cy)).toMatchObject(funds)
})

describe('the audit of gifts', () => {
  const found = async (checkpoint?: unknown) =>
    (await auditBattles(test.ctx.db, { checkpoint })).broken.map(({ promise, subject }) => [promise, subject])

  it('finds gifts without their key, keys of none, and gifts from outside of their battle’s time, also after a checkpoint', async () => {
    const battle = await liveBattle(test)
    await give(battle, 'a', 'b', 'c')
    const { checkpoint, counts } = await auditBattles(db())
    expect(counts).toEqual({ gifts: 3, keys: 3 })
    expect(checkpoint).toEqual({ version: 1, giftsUpTo: '2026-03-02T15:00:00.000Z' })
    const hashOf = `(select ledger_key_hash('b'))`
    await corrupt(
      `create table kept as select * from battle_gift_keys`,
      `delete from battle_gift_keys where hash = ${hashOf}`,
    )
    for (const from of [undefined, checkpoint])
      expect(await found(from)).toEqual([['every gift has its key', `${battle.id}/2`]])
    await corrupt(
      `insert into battle_gift_keys select * from kept where hash = ${hashOf}`,
      `insert into battle_gift_keys select battle_id, hash, battle_id, seq, at from kept where seq = 3`,
    )
    const [stray] = await db().query<{ key: string }>(`select battle_id || '/' || hash as key from kept where seq = 3`)
    expect(await found()).toEqual([['every key is of its gift', `key ${stray?.key}`]])
    expect(await found(checkpoint)).toEqual([])
    await corrupt(
      `delete from battle_gift_keys where giver_id = battle_id`,
      `update battle_gifts set at = at - interval '2 days' where seq = 1`,
      `update battle_gift_keys set at = at - interval '2 days' where seq = 1`,
    )
    const outside = [['every battle has all of its gifts, given while it ran', battle.id]]
    for (const from of [undefined, checkpoint]) expect(await found(from)).toEqual(outside)
    await corrupt(
      `update battle_gifts set at = at + interval '2 days' where seq = 1`,
      `update battle_gift_keys set at = at + interval '2 days' where seq = 1`,
      'drop table kept',
    )
  })

  it('finds gifts that their battle doesn’t count, also if it counts none', async () => {
    const battle = await liveBattle(test)
    const { id } = battle
    await give(battle, 'a', 'b', 'c')
    const promise = 'every battle has all of its gifts, given while it ran'
    const { checkpoint } = await auditBattles(db())
    await corrupt(`update battles set gift_count = 2 where id = '${id}'`)
    for (const from of [undefined, checkpoint]) expect(await found(from)).toContainEqual([promise, `${id}/3`])
    await corrupt(`update battles set gift_count = 0 where id = '${id}'`)
    expect(await found()).toContainEqual([promise, `${id}/3`])
    await corrupt(`update battles set gift_count = 3 where id = '${id}'`)
  })

  it('after a checkpoint reads later gifts alone, and ends where a full one ends', async () => {
    const battle = await liveBattle(test)
    await give(battle, 'a', 'b')
    await runAt(test, '2026-03-02T20:00:00Z')
    test.ctx.clock.set('2026-03-12T20:00:00Z')
    const later = await nextBattle(battle)
    await give(later, 'c', 'd', 'e')
    const full = await auditBattles(db())
    const since = { version: 1, giftsUpTo: '2026-03-05T00:00:00.000Z' }
    const rest = await auditBattles(db(), { checkpoint: since, maxRows: 1 })
    expect([full.counts, rest.counts]).toEqual([{ gifts: 5, keys: 5 }, { gifts: 3 }])
    expect([full.broken, rest.broken]).toEqual([[], []])
    expect(rest.checkpoint).toEqual(full.checkpoint)
    expect(await auditBattles(db(), { checkpoint: { version: 2 } })).toEqual(full)
  })
})

describe('with eight partitions', () => {
  const GIFTS = 3_000

  /** Returns the partitions in which the work read an index or a row, and the number of rows. */
  async function readBy(work: (tx: Tx) => Promise<unknown>): Promise<{ partitions: string[]; rows: number }> {
    return db().tx(async (tx) => {
      const read = () =>
        tx.query<{ name: string; scans: number; rows: number }>(
          `select relname::text as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans,
                  (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
           from pg_stat_xact_user_tables where schemaname = 'public' and relname like 'battle\\_gifts\\_%'`,
        )
      const before = new Map((await read()).map((each) => [each.name, each]))
      await work(tx)
      const after = (await read()).filter(({ name, scans }) => scans > (before.get(name)?.scans ?? 0))
      return {
        partitions: after.map(({ name }) => name).sort(),
        rows: after.reduce((sum, { name, rows }) => sum + rows - (before.get(name)?.rows ?? 0), 0),
      }
    })
  }
  const readIn = async (work: (tx: Tx) => Promise<unknown>) => (await readBy(work)).partitions

  it('gifts are read in the partitions of their battle alone, and given into that of their time', async () => {
    const first = await liveBattle(test, { purchased: 10_000 })
    await give(first, 'first', 'second')
    await runAt(test, '2026-03-02T20:00:00Z')
    const middleAt = await startOf(2)
    await runAt(test, new Date(middleAt.getTime() + 86_400_000))
    const battle = await nextBattle(first)
    for (let part = 0; part < GIFTS; part += 500)
      await give(battle, ...Array.from({ length: 500 }, (_, at) => `key ${part + at}`))
    await runAfter(test, { hours: 4 })
    await giftPartitions.add(db(), await startOf(2))
    const [{ count } = { count: 0 }] = await db().query<{ count: number }>(
      `select count(*)::int as count from pg_inherits where inhparent = 'battle_gifts'::regclass`,
    )
    expect(count).toBeGreaterThanOrEqual(8)
    await db().script('analyze battle_gifts, battle_gift_keys, battles')

    const { id, ada, cy } = battle
    const now = test.ctx.clock.now()
    const download = giftsPersonal.flatMap(({ download }) => download?.gifts_given ?? [])[0] as string
    /** Reads with the maximum number of rows each may read. */
    const reads: Record<string, [(tx: Tx) => Promise<unknown>, number]> = {
      page: [(tx) => listGifts(tx, id, null), 100],
      'next page': [(tx) => listGifts(tx, id, GIFTS / 2), 100],
      receipt: [(tx) => listReceiptGifts(tx, id, { after: GIFTS / 2, limit: 10 }), 10],
      'lead history': [(tx) => tx.query('delete from battle_courses').then(() => storeLeadHistory(tx, id)), GIFTS],
      refund: [(tx) => findGifterParts(tx, [id]), GIFTS],
      maturing: [(tx) => findMaturingGifts(tx, { userId: ada.id, now, maturingMs: 86_400_000 }), GIFTS],
      "the audit's ends": [(tx) => findGiftsBefore(tx, id, { seq: GIFTS / 2, limit: 10 }), 10],
      key: [(tx) => tx.query('select seq from gifts_with_keys($1, $2)', [[cy.id], ['key 3']]), 1],
    }
    const middle = nameOf(middleAt)
    const told = async (work: (tx: Tx) => Promise<unknown>, most: number) => {
      const { partitions, rows } = await readBy(work)
      return [partitions, rows <= most ? 'few' : rows]
    }
    for (const [what, [work, most]] of Object.entries(reads)) {
      // PostgreSQL switches to a generic plan after a few executions.
      for (let time = 0; time < 7; time++) expect([what, ...(await told(work, most))]).toEqual([what, [middle], 'few'])
      const generic = async (tx: Tx) => {
        await tx.query(`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
        await work(tx)
      }
      for (let time = 0; time < 2; time++)
        expect([what, ...(await told(generic, most))]).toEqual([what, [middle], 'few'])
    }
    // Gifts beyond the battle's count are looked for in every partition, by the index.
    const audited = (tx: Tx) => checkGifts(tx, { id, after: GIFTS - 64, upTo: GIFTS })
    for (let time = 0; time < 7; time++) expect((await readBy(audited)).rows).toBe(64)
    const both = ['battle_gifts_first', middle].sort()
    for (let time = 0; time < 7; time++) expect(await readIn((tx) => tx.query(download, [cy.id]))).toEqual(both)
    const unknown = (tx: Tx) => tx.query('select seq from gifts_with_keys($1, $2)', [[cy.id], ['unknown']])
    expect(await readIn(unknown)).toEqual([])
  })
})
