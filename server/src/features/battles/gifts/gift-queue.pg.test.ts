import { afterEach, beforeEach, expect, it } from 'vitest'
import { giver, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import { openPg, REQUEST_TIMEOUTS } from '../../../platform/db/connection/open-pg.ts'
import type { Db } from '../../../platform/db/db.ts'
import { asAppError } from '../../../platform/http/answer-error.ts'
import { giftQueue } from './gift-queue.ts'

const GIVERS = 6

let beside: Db
let test: TestApp
let transactions: number
beforeEach(async () => {
  const url = await newPostgresDatabase()
  beside = await openPg({ url, poolSize: 2 })
  test = await testApp({
    openDb: () => openPg({ url, poolSize: 4, timeouts: { ...REQUEST_TIMEOUTS, lockMs: 100 } }),
    wrapDb: (db) => ({
      ...db,
      tx: (work) => {
        transactions++
        return db.tx(work)
      },
    }),
  })
})
afterEach(async () => {
  await test.close()
  await beside.close()
})

async function crowd() {
  const { id, ada } = await liveBattle(test)
  const givers = await Promise.all(Array.from({ length: GIVERS }, () => giver(test)))
  const give = giftQueue(test.ctx)
  const wanted = givers.map((person) => ({
    battleId: id,
    participantId: ada.id,
    giverId: person.id,
    amount: 1,
    key: `gift/${person.id}`,
  }))
  async function giveAll(): Promise<string[]> {
    transactions = 0
    const ended = await Promise.allSettled(wanted.map(give))
    return ended.map((end) => (end.status === 'fulfilled' ? 'given' : (asAppError(end.reason)?.code ?? 'a bug')))
  }
  return { givers, giveAll }
}

it('does not make others wait for a giver whose account is locked', async () => {
  const { givers, giveAll } = await crowd()
  await beside.tx(async (tx) => {
    await tx.query('select 1 from ledger_accounts where owner_id = $1 for update', [givers[0]?.id ?? ''])
    expect(await giveAll()).toEqual(['UNAVAILABLE', ...Array.from({ length: GIVERS - 1 }, () => 'given')])
  })
  expect(await giveAll()).toEqual(givers.map(() => 'given'))
})

it('fails all gifts at once when none can be given, and gives each once on retry', async () => {
  const { givers, giveAll } = await crowd()
  await beside.tx(async (tx) => {
    await tx.query('lock table battle_gifts in access exclusive mode')
    expect(await giveAll()).toEqual(givers.map(() => 'UNAVAILABLE'))
    // A transaction for all gifts and two for single ones, each of which timed out waiting for the lock.
    expect(transactions).toBe(3)
  })
  expect(await giveAll()).toEqual(givers.map(() => 'given'))
  expect(await beside.query('select count(*) as gifts from battle_gifts')).toEqual([{ gifts: GIVERS }])
})
