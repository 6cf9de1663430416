import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashOf, insertPurchases } from '../../../../../tests/server/chain/event-rows.ts'
import { type OldDatabase, openOldDatabase } from '../../../../../tests/server/database/old-database.ts'
import { eventsByPartition, leaveEventsInPartition } from '../../../../../tests/server/database/partitions.ts'
import type { Db } from '../../../platform/db/db.ts'
import { migrate } from '../../../platform/db/migrations/migrate.ts'
import { eventPartitions } from '../event-partitions.ts'
import { findEvents, insertEvents, isStoredElsewhere, updateEvents, updateStatus } from '../store.ts'

const CHAIN = 8453
const [BEFORE, KEYS, PARTITIONS] = ['0051_shards', '0053_event-keys', '0056_event-partitions'] as const
const REFERENCES = '0057_event-references'
let older: OldDatabase
let db: Db
beforeEach(async () => {
  older = await openOldDatabase()
  db = older.db
  await older.migrateTo(BEFORE)
})
afterEach(async () => {
  await Promise.all([db.close(), older.removeFolder()])
})

const events = () => db.query('select * from chain_events order by id')
const found = async (...numbers: number[]) =>
  (
    await findEvents(
      db,
      CHAIN,
      numbers.map((n) => ({ txHash: hashOf(n), logIndex: 0 })),
    )
  ).map(({ id }) => id)

/** Credits each event, as steeze does. */
const credit = (ids: readonly number[]) =>
  db.query(
    `insert into steeze_purchases (event_id, key, wallet, amount, usdc_micros, tx_hash, bought_at)
     select id, id, 'wallet', 1, 100000, 'hash', '2026-01-01T00:00:00Z' from unnest($1::bigint[]) as credited (id)`,
    [ids],
  )

/** The statement by which versions before keys record events. */
const recordAsBefore = (n: number) =>
  db.query<{ id: number; incarnation: number }>(
    `insert into chain_events as e (chain_id, tx_hash, log_index, contract, kind, block_number, block_hash, block_time,
                                    account, usdc_micros, status)
     values ($1, $2, 0, 'contract', 'steeze_purchased', 7, 'block', '2026-01-01T00:00:00Z', 'account', 1, 'applied')
     on conflict (chain_id, tx_hash, log_index) do update set incarnation = e.incarnation + 1 returning id, incarnation`,
    [CHAIN, hashOf(n)],
  )

/** This version and the one before it do this with events. */
async function useEvents(known: number, next: number): Promise<void> {
  const [event] = await findEvents(db, CHAIN, [{ txHash: hashOf(known), logIndex: 0 }])
  if (!event) throw new Error('the event is unknown')
  const [again] = await db.tx((tx) => updateEvents(tx, [event]))
  expect(again).toEqual({ ...event, incarnation: event.incarnation + 1 })
  await db.tx((tx) => updateStatus(tx, [event.id], 'gone'))
  await db.tx((tx) => updateStatus(tx, [event.id], 'applied'))
  await expect(db.tx((tx) => insertEvents(tx, CHAIN, [event]))).rejects.toMatchObject({ code: '23505' })
  const [added] = await db.tx((tx) => insertEvents(tx, CHAIN, [{ ...event, txHash: hashOf(next) }]))
  expect(await found(known, next)).toEqual([event.id, added?.id])
  expect(await isStoredElsewhere(db, { chainId: CHAIN, txHash: hashOf(next), blockHash: 'other' })).toBe(true)
  await credit([added?.id ?? 0])
}

it('a database with events keeps them, their keys and what refers to them, step by step', async () => {
  const old = await insertPurchases(db, { from: 1, to: 3 })
  await credit(old)
  const before = await events()
  await older.migrateTo(KEYS)
  // By the version before, while servers are replaced.
  const [added] = await recordAsBefore(4)
  expect(await recordAsBefore(4)).toEqual([{ id: added?.id, incarnation: 2 }])
  expect(await found(1, 2, 3, 4, 5)).toEqual([...old, added?.id])
  await useEvents(4, 5)
  const between = await events()
  expect(between.slice(0, 3)).toEqual(before)
  await older.migrateTo(PARTITIONS)
  expect(await events()).toEqual(between)
  await useEvents(5, 6)
  await older.migrateTo(REFERENCES)
  const unchecked = `select conname from pg_constraint where contype = 'f' and not convalidated and conparentid = 0`
  expect(await db.query(unchecked)).toEqual([])
  await useEvents(6, 7)
  expect(await found(1, 2, 3, 4, 5, 6, 7)).toHaveLength(7)
  expect(await eventsByPartition(db)).toEqual({ chain_events_p0: 7 })
  const keys = await db.query('select event_id from chain_event_keys order by event_id')
  expect(keys).toEqual(await db.query('select id as event_id from chain_events order by id'))
})

it('all steps at once, too', async () => {
  const old = await insertPurchases(db, { from: 1, to: 3 })
  await credit(old)
  const before = await events()
  await migrate(db)
  expect(await events()).toEqual(before)
  await useEvents(1, 4)
})

it('events go on in the next partition, where a key of the first one can’t be used again', async () => {
  const old = await insertPurchases(db, { from: 1, to: 3 })
  await migrate(db)
  await leaveEventsInPartition(db, 1, 1)
  await eventPartitions.add(db, null)
  const ids = await insertPurchases(db, { from: 4, to: 6 })
  expect(await eventsByPartition(db)).toEqual({ chain_events_p0: 4, chain_events_p2: 2 })
  await credit([...old, ...ids])
  await expect(insertPurchases(db, { from: 3, to: 3 })).rejects.toMatchObject({
    code: '23505',
    constraint: 'chain_event_keys_pkey',
  })
  await expect(credit([(ids.at(-1) ?? 0) + 9])).rejects.toMatchObject({ code: '23503' })
  expect(await found(1, 5)).toEqual([old[0], ids[1]])
})

it('a backup from before partitions restores events of any id', async () => {
  await older.migrateTo(KEYS)
  expect(await eventPartitions.countAhead(db, null)).toBeUndefined()
  await db.query(`select setval('chain_events_id_seq', 250000000)`)
  await db.tx(eventPartitions.addRestored)
  // As the rows of the backup.
  await insertPurchases(db, { from: 1, to: 3 })
  await db.query(`insert into backfills (name, due_at, completed_at)
                  values ('chain_events.keys', '-infinity', '-infinity') on conflict do nothing`)
  await migrate(db)
  await useEvents(1, 4)
  expect(await eventsByPartition(db)).toEqual({ chain_events_p0: 4 })
  expect(await eventPartitions.countAhead(db, null)).toBe(1)
})

it('is refused while events lack their keys, and changes nothing', async () => {
  await insertPurchases(db, { from: 1, to: 3 })
  await older.migrateTo(KEYS)
  await db.query('delete from backfills')
  const before = await events()
  await expect(older.migrateTo(PARTITIONS)).rejects.toThrow('needs the backfill chain_events.keys')
  expect(await events()).toEqual(before)
})
