import type { PublicConfig } from '@aura/api/calls/config'
import { joinByCalls } from '../support/by-calls.ts'
import { changeAnswer, withoutLive } from '../support/change-answer.ts'
import { joinDialog as join } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'
import { ADA, BO, installWallet, withWallet } from '../support/wallets/test-wallet.ts'

const SHORT_ADA = '0xf39F...2266'
const SHORT_BO = '0x7099...79C8'

const server = serverForAll({
  startAt: '2026-03-02T12:00:00Z',
  settings: { demoWallet: false, x: null, providers: [] },
})

const choice = (page: Page) => join(page).getByRole('button', { name: 'Test Wallet' })
const open = (page: Page) => page.goto(`${server.url}/?join=1`)
const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Connects the wallet without signing in. */
async function connectOnly(page: Page): Promise<void> {
  await installWallet(page)
  await open(page)
  await choice(page).click()
  await expect(toast(page)).toContainText('You declined in your wallet')
  await expect(join(page).getByText(SHORT_ADA)).toBeVisible()
}

test('without any wallet the settings say so on connecting [settings.text-wallet-no-metamask]', async ({ page }) => {
  await joinByCalls(page.request, server.url)
  // Without X every user has a wallet, so the response is changed.
  await withoutLive(page)
  await changeAnswer(page, '**/api/auth/user', { walletAddress: null })
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

test('a connected wallet shows its address, follows the wallet, and disconnects without a call [landing.state-wallet-connected] [frame.text-wallet-disconnected] [frame.state-wallet-disconnect-local] [frame.state-wallet-connected] [frame.state-wallet-account-changed] [frame.state-wallet-accounts-gone] [frame.wallet-call-request-accounts] [frame.wallet-call-accounts] [landing.wallet-explorer-link]', async ({
  page,
}) => {
  await changeAnswer<PublicConfig>(page, '**/api/config', ({ chain }) => ({
    chain: { ...chain, explorerUrl: 'https://explorer.example' },
  }))
  await connectOnly(page)
  const explorer = join(page).getByRole('link', { name: 'View on explorer' })
  await expect(explorer).toHaveAttribute('href', `https://explorer.example/address/${ADA}`)
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
