import { chooseDemoWallet, joinAs, toDashboard, wallet } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const CLEO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const START = '2026-03-02T12:00:00Z'

test.describe('an open beta', () => {
  let server: ClockServer
  test.beforeAll(async () => {
    server = await startClockServer({ startAt: START })
  })
  test.afterAll(() => server.stop())
  test.beforeEach(({ page }) => page.goto(server.url).then(() => undefined))

  test('a signature that was refused in the wallet changes nothing, and can be tried again [frame.text-authentication-failed-default] [access.sign-in-no-reload]', async ({
    page,
  }) => {
    await chooseDemoWallet(page)
    await wallet(page).getByRole('button', { name: 'Connect' }).click()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await wallet(page).getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Failed to authenticate wallet. Please try again.').first()).toBeVisible()
    await expect(page.getByText('Authentication Failed').first()).toBeVisible()
    const join = page.getByRole('dialog', { name: 'Join Aura' })
    await expect(join).toBeVisible()
    await join.getByRole('button', { name: 'Aura Demo Wallet' }).click()
    await wallet(page).getByRole('button', { name: 'Sign' }).click()
    await toDashboard(page)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('switching the wallet’s account while signing in aborts it', async ({ page }) => {
    await chooseDemoWallet(page)
    await wallet(page).getByRole('radio', { name: 'Bo' }).check()
    await wallet(page).getByRole('button', { name: 'Connect' }).click()
    await wallet(page).getByRole('combobox').selectOption(CLEO)
    await expect(
      page
        .getByText(/account/i)
        .and(page.getByText(/changed|switched/i))
        .first(),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
  })

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

  test('signed out, other addresses show the 404 screen, and the login addresses open the Join dialog [access.route-unknown] [access.route-auth] [access.login-opens-join] [frame.text-not-found]', async ({
    page,
  }) => {
    await page.goto(`${server.url}/nowhere`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByText("This page doesn't exist or you don't have permission to access it.")).toBeVisible()
    for (const path of ['/auth', '/api/login?next=/']) {
      await page.goto(`${server.url}${path}`)
      await expect(page.getByRole('dialog', { name: 'Join Aura' })).toBeVisible()
    }
  })
})

test.describe('a closed beta', () => {
  let server: ClockServer
  test.beforeAll(async () => {
    server = await startClockServer({ startAt: START, settings: { betaAccess: 'closed' } })
  })
  test.afterAll(() => server.stop())

  test('a wallet that is not whitelisted is refused with the reason [access.text-beta-required]', async ({ page }) => {
    await page.goto(server.url)
    await chooseDemoWallet(page)
    await wallet(page).getByRole('button', { name: 'Connect' }).click()
    await wallet(page).getByRole('button', { name: 'Sign' }).click()
    await expect(page.getByText('Beta Access Required').first()).toBeVisible()
    await expect(
      page
        .getByText(
          'This wallet address is not whitelisted for the closed beta. Check your access status or contact support.',
        )
        .first(),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
  })
})
