import { startChainServer } from '../support/chain-server.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { joinDialog as join, toDashboard } from '../support/person.ts'
import { policyFaults } from '../support/players.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'
import { MockRelay, useMockRelay } from '../support/wallets/mock-relay.ts'
import { startRemoteWallet } from '../support/wallets/remote-wallet.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const START = '2026-03-02T12:00:00Z'
/** All remote wallets share it, because their library keeps the connection it was loaded with. */
const relay = new MockRelay()
const PROJECT_ID = 'c0ffee'.padEnd(32, '0')

let server: ClockServer
test.beforeAll(async () => {
  const walletConnectProjectId = PROJECT_ID
  server = await startClockServer({
    startAt: START,
    settings: { x: null, providers: [], demoWallet: false, walletConnectProjectId },
  })
})
test.afterAll(() => server.stop())

const row = (page: Page) => join(page).getByRole('button', { name: 'WalletConnect' })
const code = (page: Page) => page.getByRole('dialog', { name: 'WalletConnect' })
const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await code(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(code(page).getByRole('button', { name: 'Link copied' })).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('without a project there is no WalletConnect, nor a way to its relay [frame.wallet-connect]', async ({ page }) => {
  const plain = await startClockServer({ startAt: START, settings: { x: null, providers: [], demoWallet: false } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const answer = await page.goto(`${plain.url}/?join=1`)
  await expect(join(page).getByText('Wallet Not Found')).toBeVisible()
  await expect(row(page)).toHaveCount(0)
  expect(answer?.headers()['content-security-policy']).not.toContain('walletconnect')
  expect(asked.filter((url) => /announce|sign-client|connect-window|walletconnect/.test(url))).toEqual([])
  await plain.stop()
})

test('the code is shown, copied and put away, and only then is the library there [frame.wallet-connect]', async ({
  page,
}) => {
  const refused = policyFaults(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await useMockRelay(page, new MockRelay())
  const answer = await page.goto(`${server.url}/?join=1`)
  expect(answer?.headers()['content-security-policy']).toContain('wss://relay.walletconnect.org')
  await expect(row(page)).toBeVisible()
  await expect(join(page).getByText('Wallet Not Found')).toHaveCount(0)
  expect(asked.filter((url) => /sign-client/.test(url))).toEqual([])

  await row(page).click()
  await expect(code(page).getByRole('img', { name: 'Code to scan with a wallet app' })).toBeVisible()
  await expect(join(page)).toBeVisible()
  expect(await copiedLink(page)).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await page.keyboard.press('Escape')
  await expect(code(page)).toHaveCount(0)
  await expect(row(page)).toBeFocused()
  // Closing it is not a failure.
  await expect(toast(page).getByText('Connection Failed')).toHaveCount(0)
  await expect(join(page).getByText('Connection Failed')).toHaveCount(0)

  await row(page).click()
  await code(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(code(page)).toHaveCount(0)
  await expect(join(page)).toBeVisible()
  // The page contacts only the relay and its verification frame.
  const elsewhere = asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))
  expect(new Set(elsewhere.map((url) => new URL(url).host))).toEqual(new Set(['verify.walletconnect.org']))
  expect(refused).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ userAgent: IPHONE, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('it is listed beside the wallet apps and opens one [landing.mobile-wallets]', async ({ page }) => {
    await useMockRelay(page, new MockRelay())
    await page.goto(`${server.url}/?join=1`)
    await expect(row(page)).toBeVisible()
    await expect(join(page).getByRole('link')).toHaveText([
      'Open in MetaMask',
      'Open in Trust Wallet',
      'Open in Coinbase Wallet',
    ])
    await row(page).click()
    const app = code(page).getByRole('link', { name: 'Open in a wallet app' })
    await expect(app).toHaveAttribute('href', /^wc:[0-9a-f]{64}@2\?/)
    await expect(app).toBeFocused()
    // Some cameras can't read inverted codes.
    await expect(code(page).getByRole('img')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(code(page).getByRole('img')).toHaveCSS('fill', 'rgb(0, 0, 0)')
    await checkVisualsAndA11y(page, 'wallet-connect-phone')
  })
})

test('a wallet on a phone buys Steeze [frame.wallet-connect-pays]', async ({ page }) => {
  const started = await startChainServer({ WALLETCONNECT_PROJECT_ID: PROJECT_ID })
  const refused = policyFaults(page)
  const wallet = await startRemoteWallet(relay, started.chain)
  await useMockRelay(page, relay)
  await rememberSaid(page)
  await page.goto(`${started.server.url}/?join=1`)
  await row(page).click()
  await wallet.scan(await copiedLink(page))
  await toDashboard(page)

  await page.getByRole('link', { name: 'Steeze Recharge' }).click()
  await expect(page.getByText('1,000.00 USDC')).toBeVisible()
  await page.getByRole('textbox', { name: 'USDC amount' }).fill('12.5')
  await page.getByRole('button', { name: 'Buy Steeze' }).click()
  await expectSaid(page, 'Steeze tokens added to your balance')
  await expect(page.getByText('987.50 USDC')).toBeVisible()
  expect(wallet.asked).toEqual(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'])
  expect(refused).toEqual([])
  await started.stop()
})
