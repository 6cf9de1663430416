import { expect, it } from 'vitest'
import { give, issue, ledgerPerson, post } from '../../../../tests/server/actors/ledger.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import type { Db } from '../../platform/db/db.ts'
import { auditLedger, houseAccount, postTransfers, userAccount } from './index.ts'
import type { Transfer } from './rules.ts'

const clock = new TestClock()

const bought = (ownerId: string, amount: number): Transfer => ({
  key: crypto.randomUUID(),
  kind: 'steeze_purchase',
  reference: 'test',
  from: houseAccount('steeze_chain'),
  to: userAccount(ownerId, 'steeze_purchased'),
  amount,
})

it('waits for transfers whose ids were drawn before it began but commit later', async () => {
  const url = await newPostgresDatabase()
  const [db, late] = await Promise.all([openPg({ url, poolSize: 4 }), openPg({ url, poolSize: 1 })])
  const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db, 10)]
  const [drawn, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lateTransfer = late.tx(async (tx) => {
    await postTransfers(tx, clock, [bought(ada, 7)])
    drawn.resolve()
    await commit.promise
  })
  await drawn.promise
  await post(db, bought(bo, 5), issue(bo, 3))
  const messages: string[] = []
  const { broken, counts } = await auditLedger(db, {
    maxRows: 1,
    onProgress: (part) => {
      messages.push(part)
      commit.resolve()
    },
  })
  await lateTransfer
  expect(messages[0]).toBe('transfers once others have written theirs')
  expect(broken).toEqual([])
  expect(counts.transfers).toBe(5)
  await Promise.all([db.close(), late.close()])
})

/** Starts three writers at a time, until stopped. */
function startWriters(db: Db, people: readonly string[]): { stop(): Promise<unknown> } {
  const someone = (index: number) => people[index % people.length] as string
  let index = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const at = index++
      await post(db, issue(someone(at), 2), give(someone(at), someone(at + 1), 1), bought(someone(at), 1))
    }
  }
  const all = Promise.all([write(), write(), write()])
  return {
    stop() {
      isOver = true
      return all
    },
  }
}

it('finds nothing while others write between its ranges, and all earlier damage', async () => {
  const url = await newPostgresDatabase()
  const [db, writers] = await Promise.all([openPg({ url, poolSize: 2 }), openPg({ url, poolSize: 4 })])
  const people = [await ledgerPerson(db, 50), await ledgerPerson(db, 50), await ledgerPerson(db, 50)]
  const work = startWriters(writers, people)
  // Small ranges force many snapshots, with commits between any two.
  for (let round = 0; round < 3; round++) expect((await auditLedger(db, { maxRows: 16 })).broken).toEqual([])
  const damaged = people.at(-1) as string
  await db.script('alter table ledger_accounts disable trigger ledger_accounts_follow_transfers')
  await writers.tx(async (tx) => {
    await tx.query(`update ledger_accounts set balance = balance + 1 where owner_id = $1 and kind = 'steeze_held'`, [
      damaged,
    ])
  })
  const { broken } = await auditLedger(db, { maxRows: 16 })
  await work.stop()
  expect(broken.map(({ promise, subject }) => `${subject}: ${promise}`)).toEqual([
    `${damaged}/steeze_held: every balance is the sum of its transfers`,
    expect.stringContaining('STEEZE: people hold exactly what was issued'),
    `${damaged}/steeze_held: every escrow balance equals its open holds`,
  ])
  await Promise.all([db.close(), writers.close()])
})

it('adds up from checkpoint to checkpoint while others write, to what a full one finds', async () => {
  const url = await newPostgresDatabase()
  const [db, writers] = await Promise.all([openPg({ url, poolSize: 2 }), openPg({ url, poolSize: 4 })])
  const people = [await ledgerPerson(db, 50), await ledgerPerson(db, 50), await ledgerPerson(db, 50)]
  const work = startWriters(writers, people)
  let checkpoint: unknown
  let read = 0
  const next = async () => {
    const result = await auditLedger(db, { maxRows: 16, checkpoint })
    expect(result.broken).toEqual([])
    checkpoint = result.checkpoint
    read += result.counts.transfers
  }
  for (let round = 0; round < 6; round++) await next()
  await work.stop()
  await next()
  const full = await auditLedger(db)
  expect(full.broken).toEqual([])
  expect(checkpoint).toEqual(full.checkpoint)
  // Transfers written while the stored totals were compared are read by the next audit, too.
  expect(read).toBeGreaterThanOrEqual(full.counts.transfers)
  await Promise.all([db.close(), writers.close()])
})
