import { joinByCalls } from '../support/by-calls.ts'
import { chooseDemoWallet, wallet as demoWallet, toDashboard } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'
import { ADA, BO, installWallet, withWallet } from '../support/wallets/test-wallet.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const SHORT_ADA = '0xf39F...2266'
const SHORT_BO = '0x7099...79C8'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z', settings: { demoWallet: false, x: null } })
})
test.afterAll(() => server.stop())

const join = (page: Page) => page.getByRole('dialog', { name: 'Join Aura' })
const choice = (page: Page) => join(page).getByRole('button', { name: 'Test Wallet' })
const open = (page: Page) => page.goto(`${server.url}/?join=1`)
const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Connects the wallet without signing in. */
async function connectOnly(page: Page): Promise<void> {
  await installWallet(page)
  await open(page)
  await choice(page).click()
  await expect(toast(page)).toContainText('Authentication Failed')
  await expect(join(page).getByText(SHORT_ADA)).toBeVisible()
}

test('without any wallet the settings say so on connecting [settings.text-wallet-no-metamask]', async ({ page }) => {
  await joinByCalls(page.request, server.url)
  // Without X every user has a wallet, so the response is changed.
  await page.route('**/api/live?*', (route) => route.abort())
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), walletAddress: null } })
  })
  await page.goto(`${server.url}/settings`)
  const wallets = page.getByRole('region', { name: 'Wallet Connections' })
  await wallets.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(toast(page)).toContainText('MetaMask not found')
  await expect(page.getByRole('dialog', { name: 'Connect Wallet' })).toContainText('Wallet Not Found')
})

test('without any wallet a desktop browser shows what to install [frame.check-wallet-provider] [frame.extension-text-only-without]', {
  tag: '@smoke',
}, async ({ page }) => {
  await open(page)
  await expect(join(page).getByText('Wallet Not Found')).toBeVisible()
  await expect(join(page).getByText('Please install MetaMask or another Web3 wallet to continue.')).toBeVisible()
  await expect(join(page).getByRole('link')).toHaveCount(0)
  await installWallet(page)
  await page.reload()
  await expect(choice(page)).toBeVisible()
  await expect(join(page).getByText('Please install')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ userAgent: IPHONE, viewport: { width: 390, height: 844 } })

  test('wallet apps open this page by deep link [landing.deep-links] [frame.check-wallet-provider-mobile]', async ({
    page,
  }) => {
    await page.goto(`${server.url}/?join=1&next=%2Fbattles`)
    await expect(join(page).getByText('Mobile Wallet Required')).toBeVisible()
    await expect(join(page).getByText('Please use a mobile wallet app or browser with wallet support.')).toBeVisible()
    const here = `${server.url}/?join=1&next=%2Fbattles`
    const links = await join(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(links).toEqual([
      ['Open in MetaMask', `https://metamask.app.link/dapp/${here.replace('http://', '')}`],
      ['Open in Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(here)}`],
      ['Open in Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(here)}`],
    ])
  })

  test('inside a wallet’s own browser that wallet is offered instead, and its words are shown [frame.text-connection-failed-mobile]', async ({
    page,
  }) => {
    await installWallet(page, { code: 1, message: 'No session with this site' })
    await open(page)
    await expect(join(page).getByRole('link')).toHaveCount(0)
    await choice(page).click()
    await expect(toast(page)).toContainText('Connection Failed')
    await expect(toast(page)).toContainText('No session with this site')
  })
})

test('the card offers, waits, and says when connecting failed [landing.state-wallet-disconnected] [landing.state-wallet-connecting] [frame.text-connection-failed]', async ({
  page,
}) => {
  await installWallet(page, 'wait')
  await open(page)
  await expect(choice(page)).toBeVisible()
  await expect(join(page).getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
  await choice(page).click()
  await expect(join(page).getByRole('button', { name: 'Connecting...' })).toBeVisible()

  await page.reload()
  await withWallet(
    page,
    (wallet, connects) => {
      wallet.connects = connects
    },
    { code: -32_000 },
  )
  await choice(page).click()
  await expect(toast(page)).toContainText('Connection Failed')
  await expect(toast(page)).toContainText('Failed to connect wallet. Please try again.')
})

test('a connected wallet shows its address, follows the wallet, and disconnects without a call [landing.state-wallet-connected] [frame.text-wallet-disconnected] [frame.state-wallet-disconnect-local] [frame.state-wallet-connected] [frame.state-wallet-account-changed] [frame.state-wallet-accounts-gone] [frame.wallet-call-request-accounts] [frame.wallet-call-accounts]', async ({
  page,
}) => {
  await connectOnly(page)
  await expect(join(page).getByRole('link')).toHaveCount(0)
  const change = (...accounts: string[]) => withWallet(page, (wallet, to) => wallet.switchTo(...to), accounts)
  await change(BO)
  await expect(join(page).getByText(SHORT_BO)).toBeVisible()
  await change()
  await expect(join(page).getByText(SHORT_BO)).toHaveCount(0)
  await expect(join(page).getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
  await change(ADA)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await join(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(join(page).getByText(SHORT_ADA)).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page)).toContainText('Wallet Disconnected')
  await expect(toast(page)).toContainText('Your wallet has been disconnected.')
  expect(calls).toEqual([])
  const asked = await withWallet(page, (wallet) => wallet.asked, null)
  expect(new Set(asked)).toEqual(new Set(['eth_accounts', 'eth_requestAccounts', 'personal_sign']))

  await page.reload()
  await expect(choice(page)).toBeVisible()
  await expect(join(page).getByText(SHORT_ADA)).toHaveCount(0)
})

test('an explorer is linked where the network has one [landing.wallet-explorer-link]', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const config = await response.json()
    await route.fulfill({
      response,
      json: { ...config, chain: { ...config.chain, explorerUrl: 'https://explorer.example' } },
    })
  })
  await connectOnly(page)
  const link = join(page).getByRole('link', { name: 'View on explorer' })
  await expect(link).toHaveAttribute('href', `https://explorer.example/address/${ADA}`)
})

test('a new attempt dismisses the message of the last one', async ({ page }) => {
  const open = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
  await page.goto(open.url)
  await chooseDemoWallet(page)
  await demoWallet(page).getByRole('button', { name: 'Connect' }).click()
  await demoWallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page)).toContainText('Authentication Failed')
  await join(page).getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await expect(toast(page)).not.toContainText('Authentication Failed')
  await demoWallet(page).getByRole('button', { name: 'Sign' }).click()
  await toDashboard(page)
  await expect(toast(page)).toContainText('Wallet Connected!')
  await open.stop()
})
