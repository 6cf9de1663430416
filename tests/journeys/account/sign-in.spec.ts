import { joinAs, wallet } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const START = '2026-03-02T12:00:00Z'

const server = serverForAll({ startAt: START })
test.beforeEach(({ page }) => page.goto(server.url).then(() => undefined))

test('a reload does not sign in by itself, but a session lasts until Log out [access.session-survives-reload] [access.session-not-from-address] [access.reconnect-idle] [access.reconnect-offers-signature]', {
  tag: '@smoke',
}, async ({ page }) => {
  const walletCode: string[] = []
  page.on('request', (request) => /[/]sign-in-offer.*[.]js$/.test(request.url()) && walletCode.push(request.url()))
  // Requests of the previous page don't count.
  page.on('framenavigated', () => walletCode.splice(0))
  await joinAs(page, 'Dmitri')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()

  // Simulates an idle page on demand.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    window.requestIdleCallback = (task) => waiting.push(task as () => void)
    Object.assign(window, { rest: () => waiting.splice(0).map((task) => task()) })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeHidden()
  expect(walletCode).toEqual([])
  await page.evaluate(() => (window as unknown as { rest: () => void }).rest())
  const offer = page.getByRole('region', { name: 'Sign in again' })
  await expect(offer).toContainText('is connected in Aura Demo Wallet')
  expect(walletCode).toHaveLength(1)
  await expect(wallet(page).getByRole('button', { name: 'Sign' })).toHaveCount(0)
  await offer.getByRole('button', { name: 'Sign in' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
})
