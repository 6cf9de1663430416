import { beforeEach, expect, it } from 'vitest'
import { hashOf, insertPurchases } from '../../../../../tests/server/chain/event-rows.ts'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { leaveEventsInPartition } from '../../../../../tests/server/database/partitions.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { eventPartitions } from '../event-partitions.ts'
import { auditKeys } from './audit-keys.ts'

const db = openForEach(openTestDatabase)
let ids: number[]
beforeEach(async () => {
  ids = await insertPurchases(db, { from: 1, to: 3 })
  await leaveEventsInPartition(db, 1, 1)
  await eventPartitions.add(db, null)
  ids.push(...(await insertPurchases(db, { from: 4, to: 6 })))
})

const id = (n: number) => ids[n - 1] ?? 0
const place = (n: number) => `8453/${hashOf(n)}/0`
/** Runs a statement past the guards. */
const damage = (statement: string) =>
  db.script(`
    alter table chain_event_keys disable trigger user;
    ${statement};
    alter table chain_event_keys enable trigger user`)
it('holds, and goes on from its checkpoint', async () => {
  expect(await auditKeys(db)).toMatchObject({ broken: [], checkpoint: { version: 1, upTo: id(6) } })
  const { checkpoint } = await auditKeys(db)
  await damage(`delete from chain_event_keys where event_id = ${id(2)}`)
  expect((await auditKeys(db, { checkpoint })).broken).toEqual([])
  expect((await auditKeys(db)).broken).toHaveLength(1)
})

it.each<[string, () => string, () => [string, string, string][]]>([
  [
    'an event without its key, in any partition',
    () => `delete from chain_event_keys where event_id in (${id(1)}, ${id(5)})`,
    () => [
      ['every chain event has its key', `event ${id(1)}`, `${place(1)} leads to no event`],
      ['every chain event has its key', `event ${id(5)}`, `${place(5)} leads to no event`],
    ],
  ],
  [
    'a key of no event, also past the newest',
    () => `insert into chain_event_keys values (${id(6) + 1}, 8453, 0, '\\x07')`,
    () => [['every key is of its chain event', '8453/0x07/0', `leads to event ${id(6) + 1}`]],
  ],
  [
    'a key that leads to another event',
    () => `update chain_event_keys set event_id = ${id(2)} where event_id = ${id(1)}`,
    () => [
      ['every chain event has its key', `event ${id(1)}`, `${place(1)} leads to no event`],
      ['every key is of its chain event', place(1), `leads to event ${id(2)}`],
    ],
  ],
])('finds %s', async (_, statement, expected) => {
  await damage(statement())
  const found = (await auditKeys(db, { maxRows: 2 })).broken
  expect(found).toMatchObject(expected().map(([promise, subject, detail]) => ({ promise, subject, detail })))
})
