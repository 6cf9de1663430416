import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { give, hold, issue, ledgerPerson, post, release } from '../../../../tests/server/actors/ledger.ts'
import {
  openSharedTestDatabase,
  type SharedTestDatabase,
} from '../../../../tests/server/database/open-test-database.ts'
import type { Db } from '../../platform/db/db.ts'

const HOLD = '11111111-1111-4111-8111-111111111111'

let shared: SharedTestDatabase
let ada: string
let bo: string
beforeEach(async () => {
  shared = await openSharedTestDatabase()
  ada = await ledgerPerson(shared.db, 100)
  bo = await ledgerPerson(shared.db, 50)
  await post(shared.db, give(ada, bo, 10, { key: 'early' }), hold(ada, 20, HOLD))
  await shared.db.close()
})
afterEach(() => shared.remove())

const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const db = await shared.reopen()
  return work(db).finally(() => db.close())
}
const run = (...args: string[]) => shared.run(join(import.meta.dirname, '../../audit.ts'), ...args)

describe('the audit command', () => {
  it('exits with 0 for a sound ledger, and with 1 and the first broken account otherwise', async () => {
    const sound = run()
    expect(sound.stdout).toMatch(/\d+ accounts, \d+ transfers, 1 holds/)
    expect(sound.stdout).toContain('The ledger holds.')
    expect(sound.stdout).toContain('The ranks hold.')
    expect([sound.stdout.includes('BROKEN'), sound.status]).toEqual([false, 0])

    await inDatabase((db) =>
      db.query('update rank_entries set points = points + 1 where user_id = $1 and board = 0', [bo]),
    )
    const misranked = run()
    expect(misranked.stdout).toContain('BROKEN  all-time ranks match the balances')
    expect(misranked.stdout).toContain('The ledger holds.')
    expect(misranked.stdout).toContain(`The ranks are broken, first at ${bo}.`)
    expect(misranked.status).toBe(1)

    await inDatabase(async (db) => {
      await db.query('alter table ledger_accounts disable trigger ledger_accounts_follow_transfers')
      await db.query(`update ledger_accounts set balance = 7 where kind = 'ap_available' and owner_id = any($1)`, [
        [ada, bo],
      ])
    })
    const broken = run()
    expect(broken.stdout).toContain('BROKEN  every balance is the sum of its transfers')
    expect(broken.stdout).toContain(`The ledger is broken, first at ${ada}/ap_available.`)
    expect(broken.status).toBe(1)
  })

  it('continues from the last one that found nothing, and reads everything with --full [ledger.audit-continues]', async () => {
    const audit = (...args: string[]) => {
      const { stdout, status } = run(...args)
      const isContinued = /^After the audit of \d+ \w+, \d\d:\d\d UTC;/m.test(stdout)
      return [status, Number(/, (\d+) transfers/.exec(stdout)?.[1]), isContinued ? 'continued' : 'full']
    }
    const changeEarly = (by: number) =>
      inDatabase(async (db) => {
        await db.script('alter table ledger_transfers disable trigger user')
        await db.query(`update ledger_transfers set amount = amount + $1 where key = 'early'`, [by])
        await db.script('alter table ledger_transfers enable trigger user')
      })
    expect(audit()).toEqual([0, 4, 'full'])
    await inDatabase(async (db) => {
      await post(db, release(ada, bo, 20, HOLD), issue(bo, 1))
      await db.query('select follow_ranks(100)')
    })
    expect(audit()).toEqual([0, 2, 'continued'])
    await changeEarly(1)
    expect(audit()).toEqual([0, 0, 'continued'])
    expect(audit('--full')).toEqual([1, 6, 'full'])
    // The next audit finds it again.
    expect(audit()).toEqual([1, 6, 'full'])
    await changeEarly(-1)
    expect([audit(), audit()]).toEqual([
      [0, 6, 'full'],
      [0, 0, 'continued'],
    ])
    const runs = await inDatabase((db) => db.query('select kind, findings > 0 as found from audit_runs order by id'))
    expect(runs.map(({ kind, found }) => `${kind} ${found}`)).toEqual([
      'full false',
      'incremental false',
      'incremental false',
      'full true',
      'full true',
      'full false',
      'incremental false',
    ])
  })
})
