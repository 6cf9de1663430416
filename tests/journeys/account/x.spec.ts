import { rightResponse } from '../../../tools/labs/right-response.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { logOut, readyToSign, startAs, toDashboard, wallet } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const NOON = Date.UTC(2026, 2, 2, 12)

const server = serverForAll({ startAt: new Date(NOON).toISOString() })
test.use({ timezoneId: 'UTC' })

const join = (page: Page) => page.getByRole('dialog', { name: /^(Join Aura|Welcome back)/ })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
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

test('a stranger who lit line 1 joins by X, under their handle, keeps the line, and comes back by name [access.x-sandbox-local] [landing.text-join-x] [landing.join-x-navigates] [access.x-new-account] [access.username-from-x] [landing.trial-kept] [landing.welcome-back] [settings.text-x-connected] [settings.text-x-disconnect-failed]', async ({
  page,
}) => {
  const { quizQuestion: text, quizOptions: options } = await (
    await page.request.get(`${server.url}/api/lessons/trial`)
  ).json()
  const data = { answer: rightResponse({ text, options }) }
  await page.request.post(`${server.url}/api/lessons/trial/quiz`, { headers: { origin: server.url }, data })
  await page.goto(`${server.url}/?join=1`)
  await expect(join(page)).toContainText('Day 1, +40 AP')
  await join(page).getByRole('link', { name: 'Connect with X' }).click()
  await checkVisualsAndA11y(page, 'sandbox-x')
  await page.getByRole('button', { name: 'Authorize Aura' }).click()
  await expect(page.getByRole('alert')).toContainText('1 to 15 letters')
  await atX(page, 'Nia_Online')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your ring, day 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to your dashboard' }).click()
  await expect(page.getByText('Line 1 is lit.')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await toDashboard(page)
  expect(new URL(page.url()).search).toBe('')
  expect(await me(page)).toMatchObject({ username: 'nia_online', twitterUsername: 'Nia_Online', walletAddress: null })
  expect(await me(page)).toMatchObject({ auraPoints: 40, currentStreak: 1 })
  // X is her only sign-in, so it can't be disconnected.
  await page.goto(`${server.url}/settings`)
  await expect(social(page)).toContainText('Connected as @Nia_Online')
  await social(page).getByRole('button', { name: 'Disconnect X account @Nia_Online' }).click()
  await expect(messages(page)).toContainText('Error disconnecting X account')
  await expect(messages(page)).toContainText('the only way to sign in')

  const { id } = await me(page)
  await logOut(page)
  await page.getByRole('button', { name: 'LOGIN' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Welcome back, nia_online' })).toContainText(
    'Your ring, as you left it.',
  )
  await joinByX(page, 'nia_online')
  expect((await me(page)).id).toBe(id)
})

test('a wallet is linked to an account that came by X, with its bonus; then X can go [access.bonus-first-link] [settings.text-wallet-bonus] [settings.text-x-connect] [settings.text-x-connecting] [learning.celebration-once] [settings.text-x-disconnected]', async ({
  page,
}) => {
  await joinByX(page, 'then_a_wallet')
  const { id } = await me(page)
  await page.goto(`${server.url}/leaderboard`)
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
  // It never comes again.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Position' })).toBeVisible()
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

test('a user without a wallet confirms with X that it is them, and goes on where they were', async ({ page }) => {
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
  await link.getByRole('link', { name: 'Confirm with X' }).click()
  await atX(page, 'only_by_x')
  await link.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await expect(wallet(page)).toContainText('Link this wallet to the Aura account only_by_x.')
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await page.keyboard.press('Escape')
  await expect(link).toHaveCount(0)
  await expect(page).toHaveURL(`${server.url}/settings`)
})

test('a while after signing in, X is connected once the person has signed in again, and a week later disconnected by a signature [access.x-link-fresh] [access.x-disconnect-fresh]', async ({
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

  await server.setClock(new Date(NOON + 8 * 86_400_000).toISOString())
  await page.reload()
  await social(page).getByRole('button', { name: 'Disconnect X account @esi_later' }).click()
  const confirm = page.getByRole('dialog', { name: 'Disconnect X' })
  await expect(confirm).toContainText('You won’t be able to sign in with X')
  await confirm.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  const disconnecting = await readyToSign(page, 'Esi')
  await expect(wallet(page)).toContainText('Disconnect X from the Aura account')
  await disconnecting.click()
  await expect(messages(page)).toContainText('X account disconnected successfully!')
})
