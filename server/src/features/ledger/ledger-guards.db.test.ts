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
import type { Db, SqlValue } from '../../platform/db/db.ts'

/** The last line of defence: statements the application never sends. */
describe('the database refuses', () => {
  let db: Db
  let ada: string
  let bo: string
  let openHold: string
  beforeAll(async () => {
    db = await openTestDatabase()
    ada = await ledgerPerson(db, 100)
    bo = await ledgerPerson(db, 50)
    openHold = randomUUID()
    const resolvedHold = randomUUID()
    await post(db, give(ada, bo, 10), hold(ada, 20, openHold))
    await post(db, hold(bo, 5, resolvedHold))
    await post(db, release(bo, ada, 5, resolvedHold))
  })
  afterAll(() => db.close())

  async function refused(failure: object, text: string, values: SqlValue[] = []): Promise<void> {
    const before = await ledgerState(db)
    await expect(db.query(text, values)).rejects.toMatchObject(failure)
    expect(await ledgerState(db)).toEqual(before)
  }

  async function accountId(owner: string, kind: string): Promise<number> {
    const [row] = await db.query<{ id: number }>('select id from ledger_accounts where owner_id = $1 and kind = $2', [
      owner,
      kind,
    ])
    return row?.id ?? 0
  }

  const CHECK = '23514'
  const UNIQUE = '23505'
  const FOREIGN_KEY = '23503'
  const GUARD = '23001'

  it('a balance below zero [ledger.no-overdraft]', async () => {
    const failure = { code: CHECK, constraint: 'ledger_accounts_never_negative' }
    await refused(failure, `update ledger_accounts set balance = balance - 1000 where owner_id = $1`, [ada])
    await refused(failure, `update ledger_accounts set balance = -1 where owner_id = $1 and kind = 'ap_held'`, [bo])
  })

  it('a balance for the house, and a user account without one', async () => {
    const failure = { code: CHECK, constraint: 'ledger_accounts_balance_when_tracked' }
    await refused(failure, `update ledger_accounts set balance = 5 where kind = 'ap_issued'`)
    await refused(failure, `update ledger_accounts set balance = null where owner_id = $1`, [ada])
  })

  it('a balance without a transfer [ledger.only-transfers]', async () => {
    const failure = { code: GUARD, message: expect.stringMatching(/^the balance \d+ of account \d+ is not what/) }
    for (const change of ['balance + 1', 'balance - 1', '0', '90', '1000000']) {
      const set = `update ledger_accounts set balance = ${change} where owner_id = $1 and kind = 'ap_available'`
      await refused(failure, set, [ada])
    }
    await refused(failure, `update ledger_accounts set balance = 1 where owner_id = $1 and kind = 'steeze_held'`, [bo])
    await refused(failure, `update ledger_accounts set balance = balance + 1 where is_tracked`)
    await refused(
      failure,
      `update ledger_accounts set balance = balance + case when owner_id = $1 then 1 else -1 end
       where owner_id in ($1, $2) and kind = 'ap_available'`,
      [ada, bo],
    )
  })

  it('a transfer that states another balance among many that state the right one, and names its account', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => ledgerPerson(db, 10)))
    const wrong = people[13] as string
    const issues = `
      insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
      select $2 || id, 'lesson_claim', 'r', 'AP', 1, (select id from ledger_accounts where kind = 'ap_issued'), id,
             balance + case when owner_id = $3 then $4 else 1 end, '2026-01-01T00:00:00Z'
      from ledger_accounts where owner_id = any($1) and kind = 'ap_available'`
    const account = await accountId(wrong, 'ap_available')
    for (const change of [2, 0, -1]) {
      const message = `the balance ${10 + change} of account ${account} is not what its last transfer led to`
      await refused({ code: GUARD, message }, issues, [people, randomUUID(), wrong, change])
    }
    await db.query(issues, [people, randomUUID(), wrong, 1])
    for (const person of people) expect((await apOf(db, person)).free).toBe(11)
  })

  const twoIssues = (amount: string, balance: string) =>
    `with account as (select id, balance from ledger_accounts where owner_id = $1 and kind = 'ap_available')
     insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, to_balance, created_at)
     select $2 || n, 'lesson_claim', 'r', 'AP', ${amount}, (select id from ledger_accounts where kind = 'ap_issued'), id,
            ${balance}, '2026-01-01T00:00:00Z' from account cross join generate_series(1, 2) n order by n`

  it('transfers that state another balance than what was there and what they moved [ledger.only-transfers]', async () => {
    const failure = { code: GUARD, message: expect.stringContaining('is not what its last transfer led to') }
    for (const stated of ['balance', 'balance + 1', 'balance + n + 1', 'balance - n', 'null']) {
      await refused(failure, twoIssues('1', stated), [ada, randomUUID()])
    }
    await refused(failure, twoIssues('2', 'balance + n'), [ada, randomUUID()])
    const { free } = await apOf(db, ada)
    await db.query(twoIssues('1', 'balance + n'), [ada, randomUUID()])
    expect((await apOf(db, ada)).free).toBe(free + 2)
  })

  it('an account with an opening balance [ledger.only-transfers]', async () => {
    const failure = { code: GUARD, message: expect.stringContaining('begins with nothing') }
    const insert = `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
                    values ($1, 'ap_available', 'AP', true, $2)`
    await refused(failure, insert, [randomUUID(), 1])
    await refused(failure, insert, [randomUUID(), -1])
  })

  const movesAndSets = (toBalance: string, balance: string) =>
    `with account as (select id, balance from ledger_accounts where owner_id = $1 and kind = 'ap_available'),
          written as (insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account,
                                                    to_balance, created_at)
                      select $2, 'lesson_claim', 'r', 'AP', 1, (select id from ledger_accounts where kind = 'ap_issued'),
                             id, ${toBalance}, '2026-01-01T00:00:00Z' from account)
     update ledger_accounts a set balance = ${balance} from account where a.id = account.id`

  it('a balance that is set beside its transfer, whichever it is [ledger.only-transfers]', async () => {
    const failure = { code: GUARD, message: expect.stringContaining('is not what its last transfer led to') }
    await refused(failure, movesAndSets('account.balance + 1', 'account.balance + 2'), [ada, randomUUID()])
    await refused(failure, movesAndSets('account.balance + 2', 'account.balance + 1'), [ada, randomUUID()])
    await refused(failure, movesAndSets('account.balance + 1', 'account.balance + 1'), [ada, randomUUID()])
    const back = `update ledger_accounts set balance = balance - 1 where owner_id = $1 and kind = 'ap_available'`
    await refused(failure, back, [ada])
    await post(db, issue(ada, 2), give(ada, bo, 1), give(bo, ada, 1))
    await refused(failure, back, [ada])
  })

  const TABLES = ['ledger_transfers', 'ledger_transfers_p0', 'ledger_keys', 'ledger_holds', 'ledger_hold_resolutions']

  it.each(TABLES)('changing, deleting or truncating %s [ledger.entries-immutable]', async (table) => {
    const failure = { code: GUARD, message: expect.stringContaining('append-only') }
    const [column] = await db.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1',
      [table],
    )
    await refused(failure, `update ${table} set ${column?.name} = ${column?.name}`)
    await refused(failure, `delete from ${table}`)
    await refused(failure, `truncate ${table} cascade`)
    await refused(failure, `delete from ${table} where false`)
  })

  it('changing or deleting an entry through the view [ledger.entries-immutable]', async () => {
    await refused({ code: expect.any(String) }, 'update ledger_entries set amount = 1')
    await refused({ code: expect.any(String) }, 'delete from ledger_entries')
  })

  it('deleting an account or changing its owner', async () => {
    const failure = { code: GUARD, message: expect.stringContaining('never goes away') }
    await refused(failure, 'delete from ledger_accounts where owner_id = $1', [ada])
    await refused(failure, 'update ledger_accounts set owner_id = $2 where owner_id = $1', [ada, randomUUID()])
    await refused(failure, `update ledger_accounts set kind = 'other' where owner_id = $1 and kind = 'ap_held'`, [ada])
    await refused(failure, `update ledger_accounts set currency = 'STEEZE' where kind = 'ap_available'`)
    await refused(failure, `update ledger_accounts set id = id + 1000000`)
    await refused(failure, `update ledger_accounts set is_tracked = false, balance = null where owner_id = $1`, [ada])
    await refused({ code: GUARD }, 'truncate ledger_accounts cascade')
    await refused({ code: '0A000' }, 'truncate ledger_accounts')
  })

  it('a second account of the same kind', async () => {
    const failure = { code: UNIQUE, constraint: 'ledger_accounts_owner_kind' }
    await refused(
      failure,
      `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
       values ($1, 'ap_available', 'AP', true, 0)`,
      [ada],
    )
  })

  async function refusedInsert(failure: object, differs: Record<string, SqlValue>): Promise<void> {
    const [from, to] = await db.query<{ id: number }>(
      `select id from ledger_accounts where owner_id = any($1::uuid[]) and kind = 'ap_available' order by id`,
      [[ada, bo]],
    )
    const good = { key: randomUUID(), currency: 'AP', amount: 1, from_account: from?.id, to_account: to?.id }
    const row = { ...good, kind: 'hold', reference: 'r', from_balance: 1, to_balance: 1, ...differs }
    const columns = Object.keys(row)
    await refused(
      failure,
      `insert into ledger_transfers (${columns}, created_at)
       values (${columns.map((_, at) => `$${at + 1}`)}, '2026-01-01T00:00:00Z')`,
      Object.values(row) as SqlValue[],
    )
  }
  const refusedTransfer = (constraint: string, code: string, differs: Record<string, SqlValue>) =>
    refusedInsert({ code, constraint }, differs)

  it('a transfer with a used key [ledger.transfer-key-unique]', async () => {
    const [known] = await db.query<{ key: string }>('select key from ledger_transfers order by id limit 1')
    await refusedTransfer('ledger_keys_pkey', UNIQUE, { key: known?.key ?? '' })
  })

  it('a transfer of zero, of a negative amount, or to itself', async () => {
    await refusedTransfer('ledger_transfers_amount', CHECK, { amount: 0 })
    await refusedTransfer('ledger_transfers_amount', CHECK, { amount: -5 })
    const id = await accountId(ada, 'ap_available')
    await refusedTransfer('ledger_transfers_moves', CHECK, { from_account: id, to_account: id })
  })

  it('a transfer with a negative balance after it', async () => {
    await refusedTransfer('ledger_transfers_never_negative', CHECK, { from_balance: -1 })
    await refusedTransfer('ledger_transfers_never_negative', CHECK, { to_balance: -1 })
  })

  it('a transfer between currencies, or with an unknown account', async () => {
    const steeze = await accountId(ada, 'steeze_earned')
    await refusedTransfer('ledger_transfers_to', FOREIGN_KEY, { to_account: steeze })
    await refusedTransfer('ledger_transfers_from', FOREIGN_KEY, { from_account: steeze })
    await refusedTransfer('ledger_transfers_from', FOREIGN_KEY, { currency: 'STEEZE' })
    await refusedTransfer('ledger_transfers_to', FOREIGN_KEY, { to_account: 999_999 })
  })

  it('a hold of zero, and opening or resolving a hold twice', async () => {
    await refused(
      { code: CHECK, constraint: 'ledger_holds_amount' },
      `insert into ledger_holds (id, account_id, amount, created_at)
       select $1, min(id), 0, '2026-01-01T00:00:00Z' from ledger_accounts`,
      [randomUUID()],
    )
    const again = { opens_hold: openHold, to_account: await accountId(ada, 'ap_held') }
    await refusedTransfer('ledger_keys_pkey', UNIQUE, again)
    const [resolved] = await db.query<{ id: string }>('select hold_id as id from ledger_hold_resolutions')
    const resolve = `insert into ledger_hold_resolutions (hold_id, created_at) values ($1, '2026-01-01T00:00:00Z')`
    await refused({ code: UNIQUE }, resolve, [resolved?.id ?? ''])
    await refused({ code: FOREIGN_KEY }, resolve, [randomUUID()])
  })

  it('a transfer by a hold that does not exist or is in another account', async () => {
    const [adaHeld, boHeld] = [await accountId(ada, 'ap_held'), await accountId(bo, 'ap_held')]
    const [fills, takes] = ['ledger_transfers_fills_hold', 'ledger_transfers_takes_hold']
    await refusedTransfer(fills, FOREIGN_KEY, { opens_hold: randomUUID(), to_account: adaHeld })
    await refusedTransfer(takes, FOREIGN_KEY, { resolves_hold: randomUUID(), from_account: adaHeld })
    await refusedTransfer(takes, FOREIGN_KEY, { resolves_hold: openHold, from_account: boHeld })
    // Ada's hold cannot be opened through Bo's account.
    await refused(
      { code: FOREIGN_KEY, constraint: fills },
      `with opened as (insert into ledger_holds (id, account_id, amount, created_at)
                       values ($1, $2, 1, '2026-01-01T00:00:00Z'))
       insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, opens_hold,
                                     from_balance, to_balance, created_at)
       values ($3, 'hold', 'r', 'AP', 1, $4, $5, $1, 1, 1, '2026-01-01T00:00:00Z')`,
      [randomUUID(), adaHeld, randomUUID(), await accountId(bo, 'ap_available'), boHeld],
    )
  })

  it('a transfer into or out of escrow without a hold, and a hold on any other account', async () => {
    const failure = { code: GUARD, message: expect.stringContaining('does not go by a hold where it should') }
    const [free, held] = [await accountId(ada, 'ap_available'), await accountId(ada, 'ap_held')]
    await refusedInsert(failure, { from_account: free, to_account: held })
    await refusedInsert(failure, { from_account: held, to_account: free })
    await refusedInsert(failure, { from_account: held, to_account: await accountId(bo, 'ap_held') })
    const steeze = { currency: 'STEEZE', from_account: await accountId(ada, 'steeze_earned') }
    await refusedInsert(failure, { ...steeze, to_account: await accountId(ada, 'steeze_held') })
    await refusedInsert(failure, {
      currency: 'STEEZE',
      from_account: await accountId(ada, 'steeze_held'),
      to_account: await accountId(ada, 'steeze_earned'),
    })
  })

  it('transfers that together exceed a hold', async () => {
    const failure = { code: GUARD, message: expect.stringMatching(/^transfer \S*-13 does not go by a hold/) }
    const [free, held] = [await accountId(ada, 'ap_available'), await accountId(ada, 'ap_held')]
    const inserts = `insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account,
                                                   from_balance, to_balance, created_at)
       select $1 || '-' || at, 'hold', 'r', 'AP', 1, $2::bigint, case when at = 13 then $3::bigint else $4 end, 1, 1,
              '2026-01-01T00:00:00Z' from generate_series(1, 20) at`
    await refused(failure, inserts, [randomUUID(), free, held, await accountId(bo, 'ap_available')])
  })
})
