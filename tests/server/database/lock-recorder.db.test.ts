import { expect, it } from 'vitest'
import type { Tx } from '../../../server/src/platform/db/db.ts'
import { openTestDatabase } from './open-test-database.ts'

const lockUsers = (tx: Tx) => tx.query('select 1 from users order by id for no key update')
const lockAccounts = (tx: Tx) => tx.query('select 1 from ledger_accounts order by id for update')

it('accepts transactions that lock in LOCK_ORDER', async () => {
  const db = await openTestDatabase()
  await db.tx(async (tx) => {
    await lockUsers(tx)
    await lockAccounts(tx)
    // The lock is already held, so it can't wait.
    await lockUsers(tx)
  })
  await db.tx(async (tx) => {
    await lockAccounts(tx)
    await tx.query('select 1 from battles order by id for no key update skip locked')
    await tx.query(
      '-- Locks when it is called.\ncreate function lock_users() returns void language sql as $$ select 1 from users for update $$',
    )
  })
  await expect(db.close()).resolves.toBeUndefined()
})

it('fails when two commands take two locks in opposite orders', async () => {
  const db = await openTestDatabase()
  await db.tx(async (tx) => {
    await lockUsers(tx)
    await lockAccounts(tx)
  })
  await db.tx(async (tx) => {
    await lockAccounts(tx)
    await lockUsers(tx)
  })
  await expect(db.close()).rejects.toThrow(/users after ledger_accounts: select .* then select 1 from users/)
})

it('fails when holds are locked for a second posting', async () => {
  const db = await openTestDatabase()
  await db.tx(async (tx) => {
    for (let posting = 0; posting < 2; posting++) {
      await tx.query('select 1 from ledger_holds order by id for update')
      await lockAccounts(tx)
    }
  })
  await expect(db.close()).rejects.toThrow('ledger_holds after ledger_accounts')
})

it('fails on a table that has no place in the order', async () => {
  const db = await openTestDatabase()
  await db.tx((tx) => tx.query('select 1 from users u join wallets w on w.user_id = u.id for update of w'))
  await expect(db.close()).rejects.toThrow('wallets has')
})
