import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doDue, form, liveBattle } from '../../../../test/actors/battles.ts'
import { giftsByPartition } from '../../../../test/database/partitions.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { auditBattles } from '../audit-battles.ts'
import { findGiftsBefore } from '../audit-store.ts'
import { storeCourse } from '../receipt/course-store.ts'
import { listReceiptGifts } from '../receipt/receipt-store.ts'
import { battlesPersonal } from '../tables.ts'
import { checkGifts } from './audit-gifts-store.ts'
import { giftPartitions } from './gift-partitions.ts'
import { findGifterParts, listGifts } from './gift-store.ts'
import { giveGifts } from './give-gifts.ts'
import { findMaturingGifts } from './received-gifts-store.ts'
import { RecentRepeats } from './recent-repeats.ts'

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

/** A battle of the same people that begins an hour later, at the time of the clock. */
async function nextBattle({ ada, bo, cy }: Live): Promise<Live> {
  for (const each of [ada, bo, cy]) await each.signIn()
  const startsAt = new Date(test.ctx.clock.now().getTime() + 3_600_000)
  const { id } = await ada.call('POST /api/battles', { body: form(bo.id, { battleDate: startsAt.toISOString() }) })
  await bo.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
  test.ctx.clock.set(startsAt)
  await doDue(test.ctx)
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

/** Changes rows that are never to change. */
const corrupt = (...statements: string[]) =>
  db().script(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)

it('a key whose hash is that of another of the same giver is answered as used', async () => {
  const battle = await liveBattle(test)
  const [first] = await give(battle, 'a')
  await corrupt(`update battle_gift_keys set hash = ledger_key_hash('b')`)
  // As if both keys had that hash.
  await db().script(`
    alter function ledger_key_hash rename to true_key_hash;
    create function ledger_key_hash(key text) returns uuid language sql stable as
      $$ select true_key_hash(case when key = 'a' then 'b' else key end) $$`)
  const refused = { refused: 'IDEMPOTENCY_KEY_REUSED' }
  expect(await give(battle, 'a')).toEqual([first])
  expect(await give(battle, 'b', 'a', 'c')).toMatchObject([refused, first as object, { given: { seq: 2 } }])
  expect(await giveGifts(test.ctx, [wanted(battle, 'b')])).toEqual([refused])
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
    for (const from of [undefined, checkpoint])
      expect(await found(from)).toEqual([['every key is of its gift', `key ${stray?.key}`]])
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

  it('after a checkpoint reads later gifts alone, and ends where a full one ends', async () => {
    const battle = await liveBattle(test)
    await give(battle, 'a', 'b')
    test.ctx.clock.set('2026-03-02T20:00:00Z')
    await doDue(test.ctx)
    test.ctx.clock.set('2026-03-12T20:00:00Z')
    const later = await nextBattle(battle)
    await give(later, 'c', 'd', 'e')
    const full = await auditBattles(db())
    const since = { version: 1, giftsUpTo: '2026-03-05T00:00:00.000Z' }
    const rest = await auditBattles(db(), { checkpoint: since, maxRows: 1 })
    expect([full.counts, rest.counts]).toEqual([
      { gifts: 5, keys: 5 },
      { gifts: 3, keys: 3 },
    ])
    expect([full.broken, rest.broken]).toEqual([[], []])
    expect(rest.checkpoint).toEqual(full.checkpoint)
    expect(await auditBattles(db(), { checkpoint: { version: 2 } })).toEqual(full)
  })
})

describe('with eight partitions', () => {
  /** Returns the partitions in which the work read an index or a row. */
  async function readIn(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
    return db().tx(async (tx) => {
      const read = async () => {
        const rows = await tx.query<{ name: string; scans: number }>(
          `select relname::text as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
           from pg_stat_xact_user_tables where schemaname = 'public' and relname like 'battle\\_gifts\\_%'`,
        )
        return new Map(rows.map(({ name, scans }) => [name, scans]))
      }
      const before = await read()
      await work(tx)
      return [...(await read())].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : [])).sort()
    })
  }

  it('gifts are read in the partitions of their battle alone, and given into that of their time', async () => {
    const first = await liveBattle(test, { purchased: 1_000 })
    await give(first, 'first', 'second')
    test.ctx.clock.set('2026-03-02T20:00:00Z')
    await doDue(test.ctx)
    const middleAt = await startOf(2)
    test.ctx.clock.set(new Date(middleAt.getTime() + 86_400_000))
    await doDue(test.ctx)
    const battle = await nextBattle(first)
    await give(battle, ...Array.from({ length: 40 }, (_, at) => `key ${at}`))
    test.ctx.clock.advance({ hours: 4 })
    await doDue(test.ctx)
    await giftPartitions.add(db(), await startOf(2))
    const [{ count } = { count: 0 }] = await db().query<{ count: number }>(
      `select count(*)::int as count from pg_inherits where inhparent = 'battle_gifts'::regclass`,
    )
    expect(count).toBeGreaterThanOrEqual(8)
    await db().script('analyze battle_gifts, battle_gift_keys, battles')

    const { id, ada, cy } = battle
    const now = test.ctx.clock.now()
    const download = battlesPersonal.flatMap(({ download }) => download?.gifts_given ?? [])[0] as string
    const reads: Record<string, (tx: Tx) => Promise<unknown>> = {
      page: (tx) => listGifts(tx, id, null),
      'next page': (tx) => listGifts(tx, id, 20),
      receipt: (tx) => listReceiptGifts(tx, id, { after: 0, limit: 10 }),
      course: (tx) => tx.query('delete from battle_courses').then(() => storeCourse(tx, id)),
      refund: (tx) => findGifterParts(tx, [id]),
      maturing: (tx) => findMaturingGifts(tx, { userId: ada.id, now, maturingMs: 86_400_000 }),
      audit: (tx) => checkGifts(tx, { id, after: 0, upTo: 40 }, 64),
      "the audit's ends": (tx) => findGiftsBefore(tx, id, { seq: 30, limit: 10 }),
      key: (tx) => tx.query('select seq from gifts_with_keys($1, $2)', [[cy.id], ['key 3']]),
    }
    const middle = nameOf(middleAt)
    for (const [what, work] of Object.entries(reads)) {
      // PostgreSQL switches to a generic plan after a few executions.
      for (let time = 0; time < 7; time++) expect([what, await readIn(work)]).toEqual([what, [middle]])
      const generic = async (tx: Tx) => {
        await tx.query(`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
        await work(tx)
      }
      for (let time = 0; time < 2; time++) expect([what, await readIn(generic)]).toEqual([what, [middle]])
    }
    const both = ['battle_gifts_first', middle].sort()
    for (let time = 0; time < 7; time++) expect(await readIn((tx) => tx.query(download, [cy.id]))).toEqual(both)
    const unknown = (tx: Tx) => tx.query('select seq from gifts_with_keys($1, $2)', [[cy.id], ['unknown']])
    expect(await readIn(unknown)).toEqual([])
  })
})
