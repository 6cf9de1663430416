import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { give, hold, ledgerPerson, ledgerState, post, release } from '../../../test/ledger.ts'
import { openTestDatabase } from '../../../test/open-test-database.ts'
import type { Db, SqlValue } from '../../platform/db/db.ts'

/** What is left standing when the code above is wrong: statements nobody should write, and the database's answer. */
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

  const CHECK = '23514'
  const UNIQUE = '23505'
  const FOREIGN_KEY = '23503'
  const APPEND_ONLY = '23001'

  it('a balance below zero [ledger.no-overdraft]', async () => {
    const failure = { code: CHECK, constraint: 'ledger_accounts_never_negative' }
    await refused(failure, `update ledger_accounts set balance = balance - 1000 where owner_id = $1`, [ada])
    await refused(failure, `update ledger_accounts set balance = -1 where owner_id = $1 and kind = 'ap_held'`, [bo])
  })

  it('a balance for the house, and a person without one', async () => {
    const failure = { code: CHECK, constraint: 'ledger_accounts_balance_when_tracked' }
    await refused(failure, `update ledger_accounts set balance = 5 where kind = 'ap_issued'`)
    await refused(failure, `update ledger_accounts set balance = null where owner_id = $1`, [ada])
  })

  const TABLES = ['ledger_transfers', 'ledger_holds', 'ledger_hold_resolutions']

  it.each(TABLES)('changing, deleting or emptying %s [ledger.entries-immutable]', async (table) => {
    const failure = { code: APPEND_ONLY, message: expect.stringContaining('append-only') }
    await refused(failure, `update ${table} set created_at = created_at`)
    await refused(failure, `delete from ${table}`)
    await refused(failure, `truncate ${table} cascade`)
    await refused(failure, `delete from ${table} where false`)
  })

  it('changing or deleting an entry through the view [ledger.entries-immutable]', async () => {
    await refused({ code: expect.any(String) }, 'update ledger_entries set amount = 1')
    await refused({ code: expect.any(String) }, 'delete from ledger_entries')
  })

  it('that an account goes away or changes hands', async () => {
    const failure = { code: APPEND_ONLY, message: expect.stringContaining('never goes away') }
    await refused(failure, 'delete from ledger_accounts where owner_id = $1', [ada])
    await refused(failure, 'update ledger_accounts set owner_id = $2 where owner_id = $1', [ada, randomUUID()])
    await refused(failure, `update ledger_accounts set kind = 'other' where owner_id = $1 and kind = 'ap_held'`, [ada])
    await refused(failure, `update ledger_accounts set currency = 'STEEZE' where kind = 'ap_available'`)
    await refused(failure, `update ledger_accounts set id = id + 1000000`)
    await refused(failure, `update ledger_accounts set is_tracked = false, balance = null where owner_id = $1`, [ada])
    await refused({ code: APPEND_ONLY }, 'truncate ledger_accounts cascade')
    await refused({ code: '0A000' }, 'truncate ledger_accounts')
  })

  it('a second account of one kind', async () => {
    const failure = { code: UNIQUE, constraint: 'ledger_accounts_owner_kind' }
    await refused(
      failure,
      `insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance)
       values ($1, 'ap_available', 'AP', true, 0)`,
      [ada],
    )
  })

  /** Writes a movement without the ledger's code, with what `differs` from a good one. */
  async function refusedTransfer(constraint: string, code: string, differs: Record<string, SqlValue>): Promise<void> {
    const [from, to] = await db.query<{ id: number }>(
      `select id from ledger_accounts where owner_id = any($1::uuid[]) and kind = 'ap_available' order by id`,
      [[ada, bo]],
    )
    const good = { key: randomUUID(), currency: 'AP', amount: 1, from_account: from?.id, to_account: to?.id }
    const row = { ...good, kind: 'hold', reference: 'r', from_balance: 1, to_balance: 1, ...differs }
    const columns = Object.keys(row)
    await refused(
      { code, constraint },
      `insert into ledger_transfers (${columns}, created_at)
       values (${columns.map((_, at) => `$${at + 1}`)}, '2026-01-01T00:00:00Z')`,
      Object.values(row) as SqlValue[],
    )
  }

  it('a movement with a used key [ledger.transfer-key-unique]', async () => {
    const [known] = await db.query<{ key: string }>('select key from ledger_transfers order by id limit 1')
    await refusedTransfer('ledger_transfers_key', UNIQUE, { key: known?.key ?? '' })
  })

  it('a movement of nothing, of less than nothing, or onto itself', async () => {
    await refusedTransfer('ledger_transfers_amount', CHECK, { amount: 0 })
    await refusedTransfer('ledger_transfers_amount', CHECK, { amount: -5 })
    const [account] = await db.query<{ id: number }>(`select id from ledger_accounts where owner_id = $1 limit 1`, [
      ada,
    ])
    const id = account?.id ?? 0
    await refusedTransfer('ledger_transfers_moves', CHECK, { from_account: id, to_account: id })
  })

  it('a movement that says it led below zero', async () => {
    await refusedTransfer('ledger_transfers_never_negative', CHECK, { from_balance: -1 })
    await refusedTransfer('ledger_transfers_never_negative', CHECK, { to_balance: -1 })
  })

  it('a movement between currencies, or of an account that does not exist', async () => {
    const [steeze] = await db.query<{ id: number }>(
      `select id from ledger_accounts where owner_id = $1 and kind = 'steeze_earned'`,
      [ada],
    )
    await refusedTransfer('ledger_transfers_to', FOREIGN_KEY, { to_account: steeze?.id ?? 0 })
    await refusedTransfer('ledger_transfers_from', FOREIGN_KEY, { from_account: steeze?.id ?? 0 })
    await refusedTransfer('ledger_transfers_from', FOREIGN_KEY, { currency: 'STEEZE' })
    await refusedTransfer('ledger_transfers_to', FOREIGN_KEY, { to_account: 999_999 })
  })

  it('a hold of nothing, a second filling of a hold, and a second resolution', async () => {
    await refused(
      { code: CHECK, constraint: 'ledger_holds_amount' },
      `insert into ledger_holds (id, account_id, amount, created_at)
       select $1, min(id), 0, '2026-01-01T00:00:00Z' from ledger_accounts`,
      [randomUUID()],
    )
    await refusedTransfer('ledger_transfers_opens_hold', UNIQUE, { opens_hold: openHold })
    const [resolved] = await db.query<{ id: string }>('select hold_id as id from ledger_hold_resolutions')
    const resolve = `insert into ledger_hold_resolutions (hold_id, created_at) values ($1, '2026-01-01T00:00:00Z')`
    await refused({ code: UNIQUE }, resolve, [resolved?.id ?? ''])
    await refused({ code: FOREIGN_KEY }, resolve, [randomUUID()])
  })
})
