import { describe, expect, it } from 'vitest'
import { hashOf, insertPurchases } from '../../../../../tests/server/chain/event-rows.ts'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { findEvents, insertEvents, isStoredElsewhere, updateEvents } from '../store.ts'

const CHAIN = 8453
const db = openForEach(openTestDatabase)

const at = (n: number) => ({ txHash: hashOf(n), logIndex: 0 })
const stored = (...keys: { txHash: string; logIndex: number }[]) => findEvents(db, CHAIN, keys)

describe('the key of a chain event', () => {
  it('is written with it, and finds it', async () => {
    const ids = await insertPurchases(db, { from: 1, to: 3 })
    expect(
      await db.query(`select event_id, chain_id, log_index, encode(tx_hash, 'hex') as hash from chain_event_keys`),
    ).toEqual(ids.map((id, n) => ({ event_id: id, chain_id: CHAIN, log_index: 0, hash: hashOf(n + 1).slice(2) })))
    const found = await stored(at(2), at(9), { ...at(3), logIndex: 1 })
    expect(found.map(({ id, txHash }) => [id, txHash])).toEqual([[ids[1], hashOf(2)]])
    expect(await findEvents(db, 1, [at(2)])).toEqual([])
    const elsewhere = (n: number, blockHash: string) =>
      isStoredElsewhere(db, { chainId: CHAIN, txHash: hashOf(n), blockHash })
    expect([await elsewhere(2, 'block'), await elsewhere(2, 'other'), await elsewhere(9, 'other')]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('refuses a second event, whoever inserts it', async () => {
    await insertPurchases(db, { from: 1, to: 1 })
    const [event] = await stored(at(1))
    if (!event) throw new Error('no event')
    const before = await db.query('select * from chain_events')
    await expect(db.tx((tx) => insertEvents(tx, CHAIN, [event]))).rejects.toMatchObject({ code: '23505' })
    expect(await db.query('select * from chain_events')).toEqual(before)
    // An event recorded again stays the same event.
    const block = { number: 7, hash: 'moved', time: new Date('2026-01-02T00:00:00Z') }
    const [again] = await db.tx((tx) => updateEvents(tx, [{ ...event, block }]))
    expect(again).toEqual({ ...event, block, incarnation: 2 })
    expect(await stored(at(1))).toEqual([again])
  })

  it('can’t be taken from it', async () => {
    await insertPurchases(db, { from: 1, to: 1 })
    for (const statement of [
      'update chain_events set id = default',
      'update chain_events set chain_id = chain_id + 1',
      'update chain_events set tx_hash = tx_hash',
      'update chain_events set log_index = 9',
      'delete from chain_events',
      'truncate chain_events cascade',
      'update chain_event_keys set event_id = 9',
      'delete from chain_event_keys',
      'truncate chain_event_keys',
    ])
      await expect(db.query(statement), statement).rejects.toMatchObject({
        code: '23001',
        message: expect.stringContaining('a chain event is never removed, and keeps its id and its place on the chain'),
      })
  })
})
