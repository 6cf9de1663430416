import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  apOf,
  give,
  hold,
  ledgerPerson,
  ledgerState,
  post,
  release,
} from '../../../../../tests/server/actors/ledger.ts'
import { type OldDatabase, openOldDatabase } from '../../../../../tests/server/database/old-database.ts'
import { transfersByPartition } from '../../../../../tests/server/database/partitions.ts'
import type { Db } from '../../../platform/db/db.ts'
import { migrate } from '../../../platform/db/migrations/migrate.ts'
import { auditLedger } from '../index.ts'
import { transferPartitions } from './partitions.ts'

let older: OldDatabase
let db: Db
beforeEach(async () => {
  older = await openOldDatabase()
  db = older.db
  await older.migrateTo('0040_backfills')
  await helpPostings()
})
afterEach(async () => {
  await Promise.all([db.close(), older.removeFolder()])
})

/**
 * Adds to an older schema what today's postings need. Versions before 0043 set the balances by themselves, in the statement
 * that writes their transfers, and none of these knew guests or the transit account.
 */
const helpPostings = () =>
  db.script(`
    alter table ledger_accounts add column home_shard smallint;
    insert into ledger_accounts (owner_id, kind, currency, is_tracked)
    values ('00000000-0000-0000-0000-000000000000', 'steeze_transit', 'STEEZE', false);
    create function set_balances() returns trigger language plpgsql as $$
    begin
      update ledger_accounts a set balance = last.stated
      from (select distinct on (account) account, stated
            from (select id, from_account as account, from_balance as stated from moved
                  union all
                  select id, to_account, to_balance from moved) side
            where stated is not null order by account, id desc) last
      where a.id = last.account;
      return null;
    end $$;
    create trigger set_balances after insert on ledger_transfers referencing new table as moved
      for each statement execute function set_balances()`)

/** To this version: its postings need the newest schema. */
async function migrateToNewest(): Promise<void> {
  await db.script('drop function set_balances cascade; alter table ledger_accounts drop column home_shard')
  await migrate(db)
}

it('a database with transfers keeps them, their keys and their order, step by step', async () => {
  const [ada, bo] = [await ledgerPerson(db, 100), await ledgerPerson(db, 50)]
  const holdId = randomUUID()
  const old = [give(ada, bo, 10), hold(ada, 20, holdId)]
  await post(db, ...old)
  await older.migrateTo('0041_ledger-keys')
  const between = give(bo, ada, 5)
  await post(db, between)
  expect(await post(db, ...old)).toEqual(['already-posted', 'already-posted'])
  // Two issues, three transfers and a hold.
  expect(await db.query('select count(*)::int as count from ledger_keys')).toEqual([{ count: 6 }])
  const before = await ledgerState(db)
  await older.migrateTo('0042_transfer-partitions')
  expect(await ledgerState(db)).toEqual(before)
  await migrateToNewest()
  expect(await ledgerState(db)).toEqual(before)
  expect((await auditLedger(db)).broken).toEqual([])
  expect(await post(db, ...old, between)).toEqual(Array.from({ length: 3 }, () => 'already-posted'))
  await expect(post(db, { ...between, amount: 6 })).rejects.toMatchObject({ reason: 'key-reused' })
  await post(db, release(ada, bo, 20, holdId))
  expect([await apOf(db, ada), await apOf(db, bo)]).toEqual([
    { free: 75, held: 0 },
    { free: 75, held: 0 },
  ])
  expect(await transfersByPartition(db)).toEqual({ ledger_transfers_p0: 6 })
  expect((await auditLedger(db)).broken).toEqual([])
})

it('all steps at once, too', async () => {
  const ada = await ledgerPerson(db, 100)
  await migrateToNewest()
  expect((await auditLedger(db)).broken).toEqual([])
  expect(await apOf(db, ada)).toEqual({ free: 100, held: 0 })
})

it('a backup from before partitions restores transfers of any id', async () => {
  await older.migrateTo('0041_ledger-keys')
  await db.query(`select setval('ledger_transfers_id_seq', 250000000)`)
  await db.tx(transferPartitions.addRestored)
  // As the rows of the backup.
  const ada = await ledgerPerson(db, 100)
  await db.query(`insert into backfills (name, due_at, completed_at)
                  values ('ledger_transfers.keys', '-infinity', '-infinity') on conflict do nothing`)
  await migrateToNewest()
  expect((await auditLedger(db)).broken).toEqual([])
  await post(db, give(ada, await ledgerPerson(db, 50), 10))
  expect(await transfersByPartition(db)).toEqual({ ledger_transfers_p0: 3 })
  expect(await db.query('select ledger_partitions_ahead() as ahead')).toEqual([{ ahead: 1 }])
})

it('is refused while transfers lack their keys, and changes nothing', async () => {
  await ledgerPerson(db, 100)
  await older.migrateTo('0041_ledger-keys')
  await db.query('delete from backfills')
  const before = await ledgerState(db)
  await expect(older.migrateTo('0042_transfer-partitions')).rejects.toThrow('needs the backfill ledger_transfers.keys')
  expect(await ledgerState(db)).toEqual(before)
})
