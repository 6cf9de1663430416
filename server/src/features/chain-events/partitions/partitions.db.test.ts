import { expect, it } from 'vitest'
import { insertPurchases } from '../../../../../tests/server/chain/event-rows.ts'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { eventsByPartition, leaveEventsInPartition } from '../../../../../tests/server/database/partitions.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { eventPartitions } from '../event-partitions.ts'

const db = openForEach(openTestDatabase)

/** Adds partitions until this one is the newest. */
async function reach(number: number): Promise<void> {
  await leaveEventsInPartition(db, number, 10_000)
  await eventPartitions.add(db, null)
}

it('events fail with nothing stored when no partition is ahead, and are recorded once the job has added one', async () => {
  await leaveEventsInPartition(db, 1, 1)
  await expect(insertPurchases(db, { from: 1, to: 3 })).rejects.toMatchObject({
    code: '23514',
    message: 'no partition of relation "chain_events" found for row',
  })
  expect(await db.query('select event_id from chain_event_keys')).toEqual([])
  await eventPartitions.add(db, null)
  await insertPurchases(db, { from: 1, to: 3 })
  expect(await eventsByPartition(db)).toEqual({ chain_events_p2: 3 })
})

it('the partition ahead is added once the last one is reached', async () => {
  const ahead = () => eventPartitions.countAhead(db, null)
  expect([await ahead(), await eventPartitions.add(db, null)]).toEqual([1, 0])
  await leaveEventsInPartition(db, 1, 5)
  expect(await ahead()).toBe(0)
  await eventPartitions.add(db, null)
  expect(await ahead()).toBe(1)
  await leaveEventsInPartition(db, 4, 5)
  expect(await ahead()).toBe(-2)
  expect([
    await eventPartitions.add(db, null),
    await eventPartitions.add(db, null),
    await eventPartitions.countAhead(db, null),
  ]).toEqual([3, 0, 1])
})

it.each(['chain_events_p0', 'chain_events_p2'])('statements that name a partition are refused: %s', async (name) => {
  await reach(2)
  await insertPurchases(db, { from: 1, to: 1 })
  const before = await db.query('select * from chain_events')
  for (const statement of [
    `insert into ${name} select * from chain_events where false`,
    `update ${name} set status = 'gone'`,
    `delete from ${name}`,
    `truncate ${name} cascade`,
  ]) {
    await expect(db.query(statement)).rejects.toMatchObject({
      code: '23001',
      message: `${name} is a partition of chain_events: write to that`,
    })
  }
  expect(await db.query('select * from chain_events')).toEqual(before)
})
