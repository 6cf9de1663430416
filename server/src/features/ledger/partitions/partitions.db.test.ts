import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  apOf,
  give,
  hold,
  issue,
  ledgerPerson,
  ledgerState,
  post,
  release,
} from '../../../../../tests/server/actors/ledger.ts'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { leaveInPartition, transfersByPartition } from '../../../../../tests/server/database/partitions.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { auditLedger } from '../index.ts'
import { transferPartitions } from './partitions.ts'

let db: Db
let ada: string
let bo: string
beforeEach(async () => {
  db = await openTestDatabase()
  ada = await ledgerPerson(db, 100)
  bo = await ledgerPerson(db, 50)
})
afterEach(async () => {
  const { broken } = await auditLedger(db)
  await db.close()
  expect(broken).toEqual([])
})

/** Adds partitions until this one is the newest. */
async function reach(number: number): Promise<void> {
  await leaveInPartition(db, number, 100)
  await transferPartitions.add(db, null)
}

describe('a posting', () => {
  it('goes on in the next partition, and a retry changes nothing', async () => {
    await leaveInPartition(db, 1, 2)
    await transferPartitions.add(db, null)
    const holdId = randomUUID()
    const list = [give(ada, bo, 10), give(bo, ada, 3), hold(ada, 20, holdId), give(ada, bo, 5), issue(bo, 1)]
    expect(await post(db, ...list)).toEqual(list.map(() => 'posted'))
    expect(await transfersByPartition(db)).toEqual({ ledger_transfers_p0: 4, ledger_transfers_p2: 3 })
    const after = await ledgerState(db)
    expect(await post(db, ...list)).toEqual(list.map(() => 'already-posted'))
    expect(await ledgerState(db)).toEqual(after)
    expect([await apOf(db, ada), await apOf(db, bo)]).toEqual([
      { free: 68, held: 20 },
      { free: 63, held: 0 },
    ])
    await post(db, release(ada, bo, 20, holdId))
    expect(await apOf(db, bo)).toEqual({ free: 83, held: 0 })
  })

  it('can’t use a key, or fill a hold, of another partition', async () => {
    const [first, holdId] = [give(ada, bo, 4), randomUUID()]
    await post(db, first, hold(ada, 5, holdId))
    await reach(3)
    const before = await ledgerState(db)
    await expect(post(db, { ...first, amount: 5 })).rejects.toMatchObject({ reason: 'key-reused' })
    const insert = (key: string, opensHold: string | null, kinds: [string, string]) =>
      db.query(
        `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, from_balance,
                                       to_balance, opens_hold, created_at)
         select $1, 'hold', 'r', 'AP', 5, f.id, t.id, f.balance - 5, t.balance + 5, $2, '2026-01-01T00:00:00Z'
         from ledger_accounts f, ledger_accounts t
         where f.owner_id = $3 and f.kind = $4 and t.owner_id = case when $5 = 'ap_held' then $3 else $6::uuid end and t.kind = $5`,
        [key, opensHold, ada, kinds[0], kinds[1], bo],
      )
    const used = { code: '23505', constraint: 'ledger_keys_pkey' }
    await expect(insert(first.key, null, ['ap_available', 'ap_available'])).rejects.toMatchObject(used)
    await expect(insert('another', holdId, ['ap_available', 'ap_held'])).rejects.toMatchObject(used)
    expect(await ledgerState(db)).toEqual(before)
  })

  it('fails with nothing changed when no partition is ahead, and works once the job has added one', async () => {
    await leaveInPartition(db, 1, 1)
    const before = await ledgerState(db)
    const list = [give(ada, bo, 1), give(ada, bo, 2), give(ada, bo, 3)]
    await expect(post(db, ...list)).rejects.toMatchObject({
      code: '23514',
      message: 'no partition of relation "ledger_transfers" found for row',
    })
    expect(await ledgerState(db)).toEqual(before)
    await transferPartitions.add(db, null)
    expect(await post(db, ...list)).toEqual(['posted', 'posted', 'posted'])
  })
})

it('the partition ahead is added once the last one is reached', async () => {
  const ahead = () => transferPartitions.countAhead(db, null)
  expect([await ahead(), await transferPartitions.add(db, null)]).toEqual([1, 0])
  await leaveInPartition(db, 1, 5)
  expect(await ahead()).toBe(0)
  await transferPartitions.add(db, null)
  expect(await ahead()).toBe(1)
  await leaveInPartition(db, 4, 5)
  expect(await ahead()).toBe(-2)
  expect([
    await transferPartitions.add(db, null),
    await transferPartitions.add(db, null),
    await transferPartitions.countAhead(db, null),
  ]).toEqual([3, 0, 1])
})

describe('each partition refuses', () => {
  const GUARD = { code: '23001' }

  it.each(['ledger_transfers_p0', 'ledger_transfers_p2'])(
    'statements that name it: %s [ledger.entries-immutable]',
    async (name) => {
      await reach(2)
      await post(db, give(ada, bo, 1))
      const before = await ledgerState(db)
      await expect(db.query(`insert into ${name} select * from ledger_transfers where false`)).rejects.toMatchObject({
        ...GUARD,
        message: `${name} is a partition of ledger_transfers: insert into that`,
      })
      for (const statement of [
        `update ${name} set amount = amount + 1`,
        `delete from ${name}`,
        `truncate ${name}`,
        'truncate ledger_transfers',
        'update ledger_transfers set amount = amount + 1',
      ]) {
        await expect(db.query(statement)).rejects.toMatchObject(GUARD)
      }
      expect(await ledgerState(db)).toEqual(before)
    },
  )

  it('a transfer that its parent refuses', async () => {
    await reach(2)
    const insert = db.query(
      `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, from_balance,
                                     to_balance, created_at)
       select 'k', 'hold', 'r', 'AP', 5, f.id, t.id, -1, 5, '2026-01-01T00:00:00Z'
       from ledger_accounts f, ledger_accounts t
       where f.owner_id = $1 and t.owner_id = $2 and f.kind = 'ap_available' and t.kind = 'ap_available'`,
      [ada, bo],
    )
    await expect(insert).rejects.toMatchObject({ code: '23514', constraint: 'ledger_transfers_never_negative' })
  })
})

describe('with twelve partitions', () => {
  /** Returns the partitions in which the work read an index or a row. */
  async function readIn(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
    return db.tx(async (tx) => {
      const read = async () => {
        const rows = await tx.query<{ name: string; scans: number }>(
          `select relname::text as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
           from pg_stat_xact_user_tables where schemaname = 'public' and relname like 'ledger_transfers_p%'`,
        )
        return new Map(rows.map(({ name, scans }) => [name, scans]))
      }
      const before = await read()
      await work(tx)
      return [...(await read())].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : [])).sort()
    })
  }

  it('a lookup by key reads one, and a posting none', async () => {
    const early = give(ada, bo, 4)
    await post(db, early)
    await reach(6)
    const middle = give(ada, bo, 3)
    await post(db, middle)
    await reach(12)
    await db.script('analyze ledger_transfers, ledger_keys')
    const find = (key: string) => (tx: Tx) => tx.query('select amount from transfers_with_keys($1)', [[key]])
    // PostgreSQL switches to a generic plan after a few executions.
    for (let time = 0; time < 8; time++) await post(db, give(ada, bo, 1))
    for (let time = 0; time < 8; time++) {
      expect(await readIn(find(early.key))).toEqual(['ledger_transfers_p0'])
      expect(await readIn(find(middle.key))).toEqual(['ledger_transfers_p6'])
      expect(await readIn(find('unknown'))).toEqual([])
    }
    const moves = (tx: Tx) =>
      tx.query(
        `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
         select gen_random_uuid(), 'lesson_claim', 'r', 'AP', 1, (select id from ledger_accounts where kind = 'ap_issued'),
                id, balance + 1, '2026-01-01T00:00:00Z'
         from ledger_accounts where owner_id = '${ada}' and kind = 'ap_available'`,
      )
    for (let time = 0; time < 8; time++) expect(await readIn(moves)).toEqual([])
  })
})
