import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf, insertPurchases } from '../../../../../tests/server/chain/event-rows.ts'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { eventsReadIn, leaveEventsInPartition } from '../../../../../tests/server/database/partitions.ts'
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts'
import { findEventRange, findSettledEvent } from '../audit-store.ts'
import { eventPartitions } from '../event-partitions.ts'
import {
  findEvents,
  findEventsBetween,
  findEventsById,
  findWaiting,
  findWaitingOf,
  insertEvents,
  isStoredElsewhere,
  type StoredEvent,
  sumInFlight,
  updateEvents,
  updateStatus,
} from '../store.ts'

const CHAIN = 8453

describe('with twelve partitions', () => {
  const EACH = 2_000
  const LAST = 12 * EACH
  const wallet = 'account'
  let db: Db
  let ids: number[]
  beforeAll(async () => {
    db = await openTestDatabase()
    ids = []
    for (let number = 0; number < 12; number++) {
      // The first two have one.
      await leaveEventsInPartition(db, number === 0 ? 0 : number + 1, 10_000)
      await eventPartitions.add(db, null)
      ids.push(...(await insertPurchases(db, { from: number * EACH + 1, to: (number + 1) * EACH })))
    }
    await db.query(`insert into chain_cursors (id, block_number, final_number) values ($1, $2, $2)`, [
      `${CHAIN}/vouch/steeze`,
      LAST - 10,
    ])
    await db.script('analyze chain_events, chain_event_keys')
  })
  afterAll(() => db.close())

  const readIn = (work: (tx: Tx) => Promise<unknown>) => eventsReadIn(db, work)

  /** Returns the partitions that each of eight runs read. PostgreSQL switches to a plan for any values after five. */
  async function always(
    work: (tx: Tx, run: number) => Promise<unknown>,
    expected: Record<string, number>,
  ): Promise<void> {
    for (let run = 0; run < 8; run++) expect([run, await readIn((tx) => work(tx, run))]).toEqual([run, expected])
  }

  const at = (n: number) => ({ txHash: hashOf(n), logIndex: 0 })
  const one = async (n: number) => (await findEvents(db, CHAIN, [at(n)]))[0] as StoredEvent
  const idOf = (n: number) => ids[n - 1] ?? 0

  it('a lookup by key or id reads the partition that holds the event', async () => {
    await always((tx) => findEvents(tx, CHAIN, [at(5)]), { p0: 1 })
    await always((tx) => findEvents(tx, CHAIN, [at(6 * EACH + 5), at(6 * EACH + 6), at(LAST + 5)]), { p7: 2 })
    await always((tx) => findEvents(tx, CHAIN, [at(LAST + 5)]), {})
    await always((tx) => isStoredElsewhere(tx, { chainId: CHAIN, txHash: hashOf(EACH + 1), blockHash: 'b' }), { p2: 1 })
    await always((tx) => findEventsById(tx, [idOf(7), idOf(LAST)]), { p0: 1, p12: 1 })
    await always((tx) => findEventsById(tx, ids.slice(-5_000, -4_000)), { p10: 1_000 })
  })

  it('what is searched by block, wallet or status reads the events it finds, and asks the indexes of the others; recording reads what is recorded again', async () => {
    const most = async (rows: number, work: (tx: Queryable) => Promise<unknown>) => {
      for (let run = 0; run < 8; run++) {
        const read = Object.values(await readIn(work)).reduce((sum, each) => sum + each, 0)
        expect(read).toBeLessThanOrEqual(rows)
      }
    }
    await most(10, (tx) => findEventsBetween(tx, CHAIN, LAST - 9, LAST))
    await most(0, (tx) => findWaiting(tx, CHAIN, LAST))
    await most(0, (tx) => findWaitingOf(tx, CHAIN, wallet))
    await most(10, (tx) => sumInFlight(tx, { chainId: CHAIN, contract: 'contract', block: LAST - 10 }))
    // The first event of each chain in each partition, those past the final block, and the newest one.
    await most(40, (tx) => findSettledEvent(tx))
    expect(await findSettledEvent(db)).toBe(idOf(LAST - 10))
    // These, and the first of each partition after them.
    await most(110, (tx) => findEventRange(tx, idOf(5 * EACH), 100))

    const event = await one(LAST)
    const fresh = (run: number) =>
      [...Array(50)].map((_, n) => ({ ...event, txHash: hashOf(LAST + 1_000 + run * 100 + n) }))
    await always(async (tx, run) => {
      await findEvents(tx, CHAIN, fresh(run))
      await insertEvents(tx, CHAIN, fresh(run))
    }, {})
    const last = Array.from({ length: 500 }, (_, n) => at(LAST - n))
    const newest = await findEvents(db, CHAIN, last)
    expect(newest).toHaveLength(500)
    const newestIds = newest.map(({ id }) => id)
    for (let run = 0; run < 8; run++) {
      // And asks the one ahead.
      expect(Object.keys(await readIn((tx) => updateEvents(tx, newest)))).toEqual(['p12', 'p13'])
      expect(Object.keys(await readIn((tx) => updateStatus(tx, newestIds, 'applied')))).toEqual(['p12'])
    }
  })
})
