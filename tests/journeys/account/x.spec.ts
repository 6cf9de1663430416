import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { logOut, readyToSign, startAs, toDashboard, wallet } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const NOON = Date.UTC(2026, 2, 2, 12)

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: new Date(NOON).toISOString() })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

const join = (page: Page) => page.getByRole('dialog', { name: 'Join Aura' })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Level Up Today' })
const social = (page: Page) => page.getByRole('region', { name: 'Social Connections' })
const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()

async function atX(page: Page, handle: string, button = 'Authorize Aura'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sandbox of X' })).toBeVisible()
  await page.getByLabel('Handle on X').fill(handle)
  await page.getByRole('button', { name: button }).click()
}

async function joinByX(page: Page, handle: string): Promise<void> {
  await page.goto(`${server.url}/?join=1`)
  await join(page).getByRole('link', { name: 'Connect with X' }).click()
  await atX(page, handle)
  await toDashboard(page)
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
}

test('a stranger joins by X, under their handle, and comes back by it [access.x-sandbox-local] [landing.text-join-x] [landing.join-x-navigates] [access.x-new-account] [access.username-from-x] [settings.text-x-connected] [settings.text-x-disconnect-failed]', {
  tag: '@smoke',
}, async ({ page, playwright }) => {
  await page.goto(`${server.url}/?join=1`)
  await join(page).getByRole('link', { name: 'Connect with X' }).click()
  await checkVisualsAndA11y(page, 'sandbox-x')
  await page.getByRole('button', { name: 'Authorize Aura' }).click()
  await expect(page.getByRole('alert')).toContainText('1 to 15 letters')
  await atX(page, 'Nia_Online')
  await toDashboard(page)
  expect(new URL(page.url()).search).toBe('')
  expect(await me(page)).toMatchObject({ username: 'nia_online', twitterUsername: 'Nia_Online', walletAddress: null })
  // X is her only sign-in, so it can't be disconnected.
  await page.goto(`${server.url}/settings`)
  await expect(social(page)).toContainText('Connected as @Nia_Online')
  await social(page).getByRole('button', { name: 'Disconnect X account @Nia_Online' }).click()
  await expect(messages(page)).toContainText('Error disconnecting X account')
  await expect(messages(page)).toContainText('the only way to sign in')

  // Without a wallet, a profile says what vouching needs and opens it.
  const other = await playwright.request.newContext()
  await joinByCalls(other, server.url)
  const { id: otherId } = await (await other.get(`${server.url}/api/auth/user`)).json()
  await other.dispose()
  await page.goto(`${server.url}/user/${otherId}?vouch=1`)
  await expect(page.getByText('Your account has no wallet yet.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Aura Demo Wallet' })).toBeVisible()
  await page.keyboard.press('Escape')

  const { id } = await me(page)
  await logOut(page)
  await joinByX(page, 'nia_online')
  expect((await me(page)).id).toBe(id)
})

test('X is linked to a wallet account where one is, and taken from it again [access.x-links-when-signed-in]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Ada')
  await page.goto(`${server.url}/streak`)
  await openMenu(page)
  await page.getByRole('link', { name: 'Connect X Account' }).click()
  await atX(page, 'ada_links')
  await expect(page).toHaveURL(`${server.url}/streak`)
  await expect(messages(page)).toContainText('X Connected')
  const { id } = await me(page)

  await logOut(page)
  await joinByX(page, 'ada_links')
  expect(await me(page)).toMatchObject({ id, auraPoints: 100 })
  await openMenu(page)
  await page.getByRole('button', { name: /Disconnect X account/ }).click()
  await expect(messages(page)).toContainText('X account disconnected successfully!')
  await expect(page.getByRole('link', { name: 'Connect X Account' })).toBeVisible()
})

test('a wallet is linked to an account that came by X, with its bonus; then X can go [access.bonus-first-link] [settings.text-wallet-bonus] [settings.text-x-connect] [settings.text-x-connecting] [settings.text-x-disconnected]', async ({
  page,
}) => {
  await joinByX(page, 'then_a_wallet')
  const { id } = await me(page)
  // A user without a wallet has no bonus but is ranked.
  await page.goto(`${server.url}/leaderboard`)
  await expect(page.getByRole('region', { name: 'Your Position' })).toContainText('0 AP')
  await expect(page.getByRole('region', { name: 'Ranking' }).getByText('then_a_walle…')).toBeVisible()
  await checkVisualsAndA11y(page, 'leaderboard-zero')
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog', { name: 'Connect Wallet' }).getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await wallet(page).getByRole('radio', { name: 'Dmitri' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await expect(wallet(page)).toContainText('Link this wallet to the Aura account then_a_wallet.')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(messages(page)).toContainText('Wallet Connected!')
  const moment = page.getByRole('dialog', {
    name: 'You earned 100 AP. Your wallet is linked. This bonus is paid once.',
  })
  await expect(moment).toBeVisible()
  await checkVisualsAndA11y(page, 'wallet-bonus')
  // Celebrations survive reloads until dismissed.
  await page.reload()
  await moment.getByRole('button', { name: 'Keep going' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await me(page)).toMatchObject({ id, auraPoints: 100, walletAddress: expect.stringMatching(/^0x/) })
  await page.goto(`${server.url}/settings`)
  await social(page).getByRole('button', { name: 'Disconnect X account @then_a_wallet' }).click()
  await expect(messages(page)).toContainText('X account disconnected successfully!')
  // A 204 keeps the page and its message.
  await page.route('**/api/auth/twitter?*', (route) => route.fulfill({ status: 204 }))
  const [left] = await Promise.all([
    page.waitForRequest('**/api/auth/twitter?*'),
    social(page).getByRole('link', { name: 'Connect X Account' }).click(),
  ])
  expect([left.isNavigationRequest(), new URL(left.url()).searchParams.get('next')]).toEqual([true, '/settings'])
  await expect(social(page).getByRole('link', { name: 'Connecting...' })).toBeVisible()
})

test('a user without a wallet confirms sensitive actions with X', async ({ page }) => {
  await joinByX(page, 'only_by_x')
  await server.setClock(new Date(NOON + 20 * 60_000).toISOString())
  await page.goto(`${server.url}/settings`)
  const wallets = page.getByRole('region', { name: 'Wallet Connections' })
  await wallets.getByRole('button', { name: 'Connect Wallet' }).click()
  const link = page.getByRole('dialog', { name: 'Connect Wallet' })
  await link.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await wallet(page).getByRole('radio', { name: 'Bo' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await expect(link).toContainText('Confirm it’s you')
  await checkVisualsAndA11y(page, 'link-wallet-confirm')
  await link.getByRole('link', { name: 'Confirm with X' }).click()
  await atX(page, 'only_by_x')
  await link.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await expect(wallet(page)).toContainText('Link this wallet to the Aura account only_by_x.')
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await page.keyboard.press('Escape')
  await expect(link).toHaveCount(0)
  await expect(page).toHaveURL(`${server.url}/settings`)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  const press = async () => {
    await dialog.getByLabel('Type only_by_x to confirm').fill('only_by_x')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  }
  await press()
  await expect(dialog).toContainText('confirm with X')
  await checkVisualsAndA11y(page, 'delete-confirm-x')
  await dialog.getByRole('link', { name: 'Confirm with X' }).click()
  await atX(page, 'only_by_x')
  await expect(messages(page)).toContainText('X confirmed it’s you')
  await press()
  await expect(messages(page)).toContainText('Your account has been deleted')
})

test('a while after signing in, X is connected once the person has signed in again [access.x-link-fresh]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Esi')
  await server.setClock(new Date(NOON + 40 * 60_000).toISOString())
  await page.goto(`${server.url}/settings`)
  await social(page).getByRole('link', { name: 'Connect X Account' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toContainText('Connecting X needs a recent sign-in.')
  await page.keyboard.press('Escape')
  await expect(messages(page)).toContainText('You signed in a while ago.')
  await social(page).getByRole('link', { name: 'Connect X Account' }).click()
  await again.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  const sign = await readyToSign(page, 'Esi')
  await sign.click()
  await atX(page, 'esi_later')
  await expect(page).toHaveURL(`${server.url}/settings`)
  await expect(messages(page)).toContainText('X Connected')
})

test('another user’s X account is refused with a message [access.x-taken-refused]', async ({ page, browser }) => {
  await joinByX(page, 'first_come')
  const other = await browser.newPage()
  await startAs(other, server.url, 'Bo')
  await openMenu(other)
  await other.getByRole('link', { name: 'Connect X Account' }).click()
  await atX(other, 'first_come')
  await expect(messages(other)).toContainText('This X account belongs to another Aura account.')
  await expect(dashboard(other)).toBeVisible()
  await other.close()
})

test('a failure at X returns to the dialog with its message, once', async ({ page }) => {
  let at = NOON
  for (const [button, words] of [
    ['Deny', 'You didn’t allow it on X.'],
    ['Let the code expire', 'The code from X expired.'],
    ['Let X be down', 'X isn’t responding'],
  ] as const) {
    await page.goto(`${server.url}/?join=1&next=%2Fstreak`)
    await join(page).getByRole('link', { name: 'Connect with X' }).click()
    await atX(page, 'cleo', button)
    await expect(join(page).getByText(words).first()).toBeVisible()
    await expect(messages(page)).toContainText(words)
    // A reload repeats nothing and keeps the destination.
    expect(new URL(page.url()).search).toBe('?join=1&next=%2Fstreak')
    at += 3_600_000
    await server.setClock(new Date(at).toISOString())
  }
  await join(page).getByRole('link', { name: 'Connect with X' }).click()
  await atX(page, 'cleo')
  await expect(page).toHaveURL(`${server.url}/streak`)
})
