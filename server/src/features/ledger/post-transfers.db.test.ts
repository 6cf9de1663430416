import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  apOf,
  give,
  hold,
  issue,
  ledgerPerson,
  ledgerState,
  post,
  release,
} from '../../../../tests/server/actors/ledger.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  auditLedger,
  balancesOf,
  houseAccount,
  lockForPosting,
  openUserAccounts,
  postTransfers,
  userAccount,
} from './index.ts'
import type { Transfer } from './rules.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(async () => {
  const { broken } = await auditLedger(db)
  await db.close()
  expect(broken).toEqual([])
})

async function refused(how: object, ...transfers: Transfer[]): Promise<void> {
  const before = await ledgerState(db)
  await expect(post(db, ...transfers)).rejects.toMatchObject(how)
  expect(await ledgerState(db)).toEqual(before)
}

describe('posting', () => {
  it('moves the stated amount at the clock’s time, and nothing else', async () => {
    const [ada, bo, eve] = [await ledgerPerson(db, 100), await ledgerPerson(db, 5), await ledgerPerson(db, 7)]
    const clock = new TestClock('2026-05-06T07:08:09Z')
    const transfer = give(ada, bo, 30)
    expect(await db.tx((tx) => postTransfers(tx, clock, [transfer]))).toEqual(['posted'])
    expect([await apOf(db, ada), await apOf(db, bo), await apOf(db, eve)]).toEqual([
      { free: 70, held: 0 },
      { free: 35, held: 0 },
      { free: 7, held: 0 },
    ])
    const rows = await db.query('select created_at as at, amount from ledger_transfers where key = $1', [transfer.key])
    expect(rows).toEqual([{ at: new Date('2026-05-06T07:08:09Z'), amount: 30 }])
  })

  it('posts a list in order, so later transfers can spend earlier credits', async () => {
    const [ada, bo] = [await ledgerPerson(db), await ledgerPerson(db)]
    const list = [issue(ada, 10), give(ada, bo, 8), give(bo, ada, 3)]
    expect(await post(db, ...list)).toEqual(['posted', 'posted', 'posted'])
    expect([await apOf(db, ada), await apOf(db, bo)]).toMatchObject([{ free: 5 }, { free: 5 }])
    const rows = await db.query('select key from ledger_transfers where key = any($1) order by id', [
      list.map(({ key }) => key),
    ])
    expect(rows).toEqual(list.map(({ key }) => ({ key })))
  })

  it('as new looks up no key: a used one fails the transaction, one named twice is refused', async () => {
    const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db)]
    const transfer = give(ada, bo, 4)
    const postNew = (...transfers: Transfer[]) =>
      db.tx(async (tx) => {
        const posting = await lockForPosting(tx, new TestClock('2026-05-06T07:08:09Z'), [transfer.from, transfer.to])
        await posting.postNew(transfers)
      })
    await postNew()
    await postNew(transfer)
    expect([await apOf(db, ada), await apOf(db, bo)]).toMatchObject([{ free: 6 }, { free: 4 }])
    const before = await ledgerState(db)
    await expect(postNew(transfer)).rejects.toMatchObject({ code: '23505', constraint: 'ledger_keys_pkey' })
    const twice = give(ada, bo, 1)
    await expect(postNew(twice, twice)).rejects.toMatchObject({ reason: 'invalid-transfer' })
    expect(await ledgerState(db)).toEqual(before)
  })

  it('writes two entries per transfer that sum to zero, with the resulting balances [ledger.double-entry]', async () => {
    const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db, 1)]
    const transfer = give(ada, bo, 4)
    await post(db, transfer)
    const entries = await db.query(
      `select a.owner_id as "ownerId", e.amount, e.balance from ledger_entries e
       join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
       where t.key = $1 order by e.amount`,
      [transfer.key],
    )
    expect(entries).toEqual([
      { ownerId: ada, amount: -4, balance: 6 },
      { ownerId: bo, amount: 4, balance: 5 },
    ])
  })

  it('keeps every balance equal to the sum of its entries [ledger.balance-is-entries]', async () => {
    const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db, 5)]
    await post(db, give(ada, bo, 4), give(bo, ada, 1))
    const rows = await db.query<{ balance: number; total: number }>(
      `select a.balance, coalesce(sum(e.amount), 0)::bigint as total from ledger_accounts a
       left join ledger_entries e on e.account_id = a.id where a.is_tracked group by a.id`,
    )
    expect(rows.map(({ balance }) => balance)).toEqual(expect.arrayContaining([7, 8]))
    expect(rows.filter(({ balance, total }) => balance !== total)).toEqual([])
  })

  it('keeps AP, purchased Steeze and earned Steeze apart [ledger.kinds]', async () => {
    const ada = await ledgerPerson(db, 10)
    const bought: Transfer = {
      ...issue(ada, 7),
      kind: 'steeze_purchase',
      from: houseAccount('steeze_chain'),
      to: userAccount(ada, 'steeze_purchased'),
    }
    await post(db, bought)
    const expected = { ap_available: 10, ap_held: 0, steeze_purchased: 7, steeze_earned: 0, steeze_held: 0 }
    expect(await balancesOf(db, ada)).toEqual(expected)
    const earned = {
      ...give(ada, ada, 7),
      from: userAccount(ada, 'steeze_earned'),
      to: userAccount(ada, 'steeze_held'),
      opensHold: randomUUID(),
    }
    await refused({ code: 'BALANCE_TOO_LOW' }, earned)
    expect(await balancesOf(db, ada)).toEqual(expected)
  })

  it('keeps no balance for the house', async () => {
    await ledgerPerson(db, 25)
    const house = await db.query(
      `select kind, is_tracked as "isTracked", balance from ledger_accounts
       where owner_id = '00000000-0000-0000-0000-000000000000' order by kind`,
    )
    expect(house).toEqual([
      { kind: 'ap_issued', isTracked: false, balance: null },
      { kind: 'steeze_chain', isTracked: false, balance: null },
      { kind: 'steeze_forfeited', isTracked: false, balance: null },
      { kind: 'steeze_unclaimed', isTracked: false, balance: null },
      { kind: 'steeze_unexplained', isTracked: false, balance: null },
    ])
  })

  it('opens a user’s accounts once', async () => {
    const ada = await ledgerPerson(db, 3)
    const before = await ledgerState(db)
    await db.tx((tx) => openUserAccounts(tx, ada))
    expect(await ledgerState(db)).toEqual(before)
  })
})

describe('a repeated posting', () => {
  it('is not made again, in whole or in part [ledger.transfer-key-unique]', async () => {
    const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db)]
    const [first, second] = [give(ada, bo, 4), give(ada, bo, 3)]
    expect(await post(db, first)).toEqual(['posted'])
    expect(await post(db, first)).toEqual(['already-posted'])
    expect(await post(db, second, first)).toEqual(['posted', 'already-posted'])
    expect(await post(db, first, second)).toEqual(['already-posted', 'already-posted'])
    expect([await apOf(db, ada), await apOf(db, bo)]).toMatchObject([{ free: 3 }, { free: 7 }])
  })

  it('is recognised even if the sender could no longer pay', async () => {
    const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db)]
    const all = give(ada, bo, 10)
    await post(db, all)
    expect(await post(db, all)).toEqual(['already-posted'])
    expect(await apOf(db, ada)).toEqual({ free: 0, held: 0 })
  })

  it('is refused when its key belongs to a different transfer', async () => {
    const [ada, bo, eve] = [await ledgerPerson(db, 50), await ledgerPerson(db, 9), await ledgerPerson(db, 9)]
    const first = give(ada, bo, 4)
    await post(db, first)
    const reused = { name: 'PostingRefused', reason: 'key-reused' }
    await refused(reused, { ...first, amount: 5 })
    await refused(reused, give(ada, eve, 1), { ...first, amount: 5 })
  })

  it('may not repeat a key within a list', async () => {
    const [ada, bo] = [await ledgerPerson(db, 50), await ledgerPerson(db)]
    const one = give(ada, bo, 4)
    await refused({ reason: 'invalid-transfer' }, one, one)
    await refused({ reason: 'invalid-transfer' }, one, { ...one, amount: 5 })
  })
})

describe('an invalid posting', () => {
  it('is refused whole when a balance is too low', async () => {
    const [ada, bo] = [await ledgerPerson(db, 10), await ledgerPerson(db)]
    const tooLow = { name: 'AppError', code: 'BALANCE_TOO_LOW', status: 409 }
    await refused(tooLow, give(ada, bo, 11))
    await refused(tooLow, give(ada, bo, 6), give(ada, bo, 5))
    await refused(tooLow, give(bo, ada, 1), give(ada, bo, 5))
    expect(await post(db, give(ada, bo, 10))).toEqual(['posted'])
  })
})

describe('a hold', () => {
  async function held() {
    const [ada, bo, eve] = [await ledgerPerson(db, 10), await ledgerPerson(db), await ledgerPerson(db)]
    const holdId = randomUUID()
    await post(db, hold(ada, 8, holdId))
    return { ada, bo, eve, holdId }
  }

  it('makes an amount unavailable', async () => {
    const { ada, bo } = await held()
    expect(await apOf(db, ada)).toEqual({ free: 2, held: 8 })
    await refused({ code: 'BALANCE_TOO_LOW' }, give(ada, bo, 3))
  })

  it('can be split among several in one posting, and a retry changes nothing', async () => {
    const { ada, bo, eve, holdId } = await held()
    const parts = [release(ada, bo, 5, holdId), release(ada, eve, 2, holdId), release(ada, ada, 1, holdId)]
    expect(await post(db, ...parts)).toEqual(['posted', 'posted', 'posted'])
    const after = await ledgerState(db)
    expect(await post(db, ...parts)).toEqual(['already-posted', 'already-posted', 'already-posted'])
    expect(await ledgerState(db)).toEqual(after)
    expect([await apOf(db, ada), await apOf(db, bo), await apOf(db, eve)]).toEqual([
      { free: 3, held: 0 },
      { free: 5, held: 0 },
      { free: 2, held: 0 },
    ])
  })

  it('can be resolved once', async () => {
    const { ada, bo, holdId } = await held()
    await post(db, release(ada, bo, 8, holdId))
    await refused({ reason: 'hold' }, release(ada, bo, 8, holdId))
    await post(db, issue(ada, 10), hold(ada, 8, randomUUID()))
    await refused({ reason: 'hold' }, release(ada, bo, 8, holdId))
  })

  it('needs its own id', async () => {
    const { ada, holdId } = await held()
    await refused({ code: '23505' }, hold(ada, 1, holdId))
  })
})
