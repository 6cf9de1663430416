import { afterAll, beforeAll, expect, it } from 'vitest'
import { newcomer } from '../../../test/actors.ts'
import { databaseState } from '../../../test/database-state.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const adminWallets: string[] = []
let test: TestApp
beforeAll(async () => {
  test = await testApp({ settings: { adminWallets } })
})
afterAll(() => test.close())

it('makes who is named in ADMIN_WALLETS an admin, for as long as they are named [access.admin-by-env]', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  const areAdmins = async () => [(await ada.me()).isAdmin, (await bo.me()).isAdmin]
  expect(await areAdmins()).toEqual([false, false])
  const before = await databaseState(test.ctx.db)
  adminWallets.push(ada.wallet.address.toLowerCase())
  expect(await areAdmins()).toEqual([true, false])
  // The settings alone say so: without them nothing is left of it.
  expect(await databaseState(test.ctx.db)).toEqual(before)
  adminWallets.length = 0
  expect(await areAdmins()).toEqual([false, false])
})
