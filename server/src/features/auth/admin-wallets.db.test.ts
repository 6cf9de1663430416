import { afterAll, beforeAll, expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'

const adminWallets: string[] = []
let test: TestApp
beforeAll(async () => {
  test = await testApp({ settings: { adminWallets } })
})
afterAll(() => test.close())

it('makes the owners of ADMIN_WALLETS admins for as long as they are listed [access.admin-by-env]', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  const areAdmins = async () => [(await ada.me()).isAdmin, (await bo.me()).isAdmin]
  expect(await areAdmins()).toEqual([false, false])
  const before = await databaseState(test.ctx.db)
  adminWallets.push(ada.wallet.address.toLowerCase())
  expect(await areAdmins()).toEqual([true, false])
  expect(await databaseState(test.ctx.db)).toEqual(before)
  adminWallets.length = 0
  expect(await areAdmins()).toEqual([false, false])
})
