import {
  injectHeadlessWeb3Provider,
  type Web3ProviderBackend,
  Web3RequestKind,
} from '@ensdomains/headless-web3-provider'
import { defineChain, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { DEMO_ACCOUNTS } from '../../../web/src/dev/demo-wallet/accounts.ts'
import { fighter } from '../support/arena.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { type BaseLikeServer, startBaseLikeServer } from '../support/chain-server.ts'
import { joinDialog, toDashboard } from '../support/person.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { expect, type Page, test } from '../support/test.ts'
import { installBatchWallet } from '../support/wallets/batch-wallet.ts'

// Makes every payment with a third-party wallet, driven one request at a time.

let started: BaseLikeServer
test.beforeAll(async () => {
  started = await startBaseLikeServer(new Date().toISOString())
})
test.afterAll(() => started?.stop())

const { RequestAccounts, SignMessage, SwitchEthereumChain, SignTypedDataV4, SendTransaction } = Web3RequestKind

/** Installs a wallet that starts on another network. */
const injectWallet = (page: Page): Promise<Web3ProviderBackend> => {
  const network = (id: number, name: string) =>
    defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [started.chain.rpcUrl] } },
    })
  const [account] = DEMO_ACCOUNTS
  return injectHeadlessWeb3Provider({
    page,
    privateKeys: [account?.privateKey as Hex],
    chains: [network(1, 'Ethereum'), network(8_453, 'Base Mainnet')],
  })
}

/** Resolves once the page has asked: authorising earlier would come too late. */
const asked = (wallet: Web3ProviderBackend, kind: Web3RequestKind) =>
  expect.poll(() => wallet.getPendingRequestCount(kind)).toBeGreaterThan(0)

async function authorize(wallet: Web3ProviderBackend, kind: Web3RequestKind): Promise<void> {
  await asked(wallet, kind)
  await wallet.authorize(kind)
}

async function reject(wallet: Web3ProviderBackend, kind: Web3RequestKind): Promise<void> {
  await asked(wallet, kind)
  await wallet.reject(kind)
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Keep going' })

test('joining, switching, buying, redeeming and vouching with a wallet from elsewhere [steeze.buy-switch] [steeze.buy-any-wallet] [steeze.state-redeem-confirmed] [vouching.state-switching] [vouching.check-any-wallet] [frame.wallet-injected] [frame.wallet-switch-after-sign-in] [frame.wallet-call-send] [frame.state-wallet-chain-changed] [frame.money-failure-stays] [frame.chain-decides-explorer]', async ({
  page,
  playwright,
}) => {
  const { server } = started
  const wallet = await injectWallet(page)
  await rememberSaid(page)
  await page.goto(server.url)
  await page.getByRole('button', { name: 'LOGIN' }).first().click()
  await joinDialog(page).getByRole('button', { name: 'Headless Web3 Provider' }).click()
  await authorize(wallet, RequestAccounts)
  await authorize(wallet, SignMessage)
  await reject(wallet, SwitchEthereumChain)
  await expectSaid(page, 'Please switch to Base Mainnet to continue')
  await toDashboard(page)
  const { id } = await (await page.request.get(`${server.url}/api/auth/user`)).json()

  await page.getByRole('link', { name: 'Steeze Recharge' }).click()
  await page.getByRole('button', { name: 'Switch to Base Mainnet' }).click()
  await authorize(wallet, SwitchEthereumChain)
  await expectSaid(page, 'Successfully switched to Base Mainnet')
  await page.getByRole('textbox', { name: 'USDC amount' }).fill('2')
  const buy = page.getByRole('button', { name: 'Buy Steeze' })
  // By keyboard, since the button was where the other one is: a mouse would press twice.
  await expect(buy).toBeEnabled()
  await buy.press('Enter')
  await reject(wallet, SignTypedDataV4)
  // The refusal shows in a toast and at the form.
  const messages = page.getByRole('region', { name: 'Messages' })
  const declined = 'You declined in your wallet'
  await expect(messages).toContainText(declined)
  await messages.getByRole('button', { name: 'Dismiss' }).click()
  await expect(messages).toBeEmpty()
  await expect(page.getByText(declined)).toBeVisible()
  await buy.click()
  await authorize(wallet, SignTypedDataV4)
  await authorize(wallet, SendTransaction)
  await goOn(page).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('20')
  await expect(page.getByRole('link', { name: 'View on Explorer' })).toHaveAttribute(
    'href',
    /^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/,
  )
  // The user switches networks in the wallet while the page is open.
  wallet.switchChain(1)
  await expect(page.getByRole('button', { name: 'Switch to Base Mainnet' })).toBeVisible()
  wallet.switchChain(8_453)
  await expect(page.getByRole('button', { name: 'Switch to Base Mainnet' })).toHaveCount(0)

  await server.earn(id, 12)
  await page.reload()
  const steeze = page.getByRole('textbox', { name: 'Steeze amount' })
  await steeze.fill('10')
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await authorize(wallet, SendTransaction)
  await expectSaid(page, 'Redeem Confirmed')
  await expectSaid(page, 'USDC sent to your wallet')
  await expect(steeze).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem').first()).toHaveText(
    /Redeemed−10.*completed/,
  )
  await expect(page.getByText('998.70 USDC')).toBeVisible()

  const target = await fighter(server, await playwright.request.newContext(), 'yukidrops', {})
  await target.request.dispose()
  // The wallet changed networks meanwhile: vouching switches back.
  wallet.switchChain(1)
  // The page must be open to receive the event.
  await expect(page.getByRole('button', { name: 'Switch to Base Mainnet' })).toBeVisible()
  await page.goto(`${server.url}/user/${target.id}`)
  await page.getByRole('button', { name: 'Vouch', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Vouch for yukidrops' })
  await dialog.getByRole('radio', { name: 'Headless Web3 Provider' }).check()
  await dialog.getByRole('textbox', { name: 'USDC amount' }).fill('7')
  await dialog.getByRole('button', { name: 'Vouch Now' }).click()
  await authorize(wallet, SwitchEthereumChain)
  await authorize(wallet, SignTypedDataV4)
  await authorize(wallet, SendTransaction)
  await expect(page.getByText('yukidrops got 70 AP.')).toBeAttached()
  await goOn(page).click()
  await expect(page.getByText('Vouched 7.00 USDC')).toBeVisible()
})

test('a batch goes on while the person is elsewhere: confirming when they are back, then credited', async ({
  page,
}) => {
  const { server, chain } = started
  const [, bo] = DEMO_ACCOUNTS
  const owner = privateKeyToAccount(bo?.privateKey as Hex)
  const wallet = await installBatchWallet(page, owner.address, chain.rpcUrl)
  await joinByCalls(page.request, server.url, 'bo_batches', owner)
  await page.goto(`${server.url}/steeze-stack`)
  await page.getByRole('textbox', { name: 'USDC amount' }).fill('3')
  await page.getByRole('button', { name: 'Buy Steeze' }).click()
  await expect.poll(() => wallet.taken()).toHaveLength(2)
  const steps = page.getByRole('list', { name: 'How buying works' })
  await expect(steps).toContainText('Confirming')
  // The connection survives a link and back, then a reload.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
  await page.getByRole('link', { name: 'Steeze Recharge' }).click()
  await expect(steps).toContainText('Confirming')
  await page.reload()
  await expect(steps).toContainText('Confirming')
  await wallet.send()
  await goOn(page).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('30')
  await expect(steps).not.toContainText('Confirming')
})
