import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData } from 'viem'
import { auraVouchAbi, usdcAbi } from '../../../contracts/generated/abi.ts'
import type { LocalChain } from '../../../tools/local-chain/start-local-chain.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type ChainServer, startChainServer } from '../support/chain-server.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { joinAs, wallet } from '../support/person.ts'
import type { RealServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let started: ChainServer
let chain: LocalChain
let server: RealServer
test.beforeAll(async () => {
  started = await startChainServer()
  chain = started.chain
  server = started.server
})
test.afterAll(() => started?.stop())

/** Calls the wallet through EIP-6963; returns its result or error code. */
const askWallet = (page: Page, method: string, params: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, given]) =>
      new Promise((resolve) => {
        window.addEventListener(
          'eip6963:announceProvider',
          (event) => {
            const { provider } = (event as CustomEvent).detail
            provider
              .request({ method: name, params: given })
              .then(resolve, (error: { code: number }) => resolve(error.code))
          },
          { once: true },
        )
        window.dispatchEvent(new Event('eip6963:requestProvider'))
      }),
    [method, params] as const,
  )

const faucet = (page: Page) => page.getByRole('button', { name: 'Test money of Ada' })

test('the demo wallet shows balances and gives test money; signed out, the landing page shows them too [landing.wallet-balance]', async ({
  page,
}) => {
  await page.goto(server.url)
  await joinAs(page, 'Ada')
  await faucet(page).click()
  await expect(wallet(page).getByRole('status')).toHaveText('1,000.00 USDC, 10 ETH')
  await wallet(page).getByRole('button', { name: 'Get 1,000 USDC' }).click()
  await expect(wallet(page).getByRole('status')).toHaveText(/^2,000.00 USDC/)
  expect(await accessibilityFaults(page, { within: { include: 'dialog' } })).toEqual([])
  await wallet(page).getByRole('combobox').selectOption(BO)
  await expect(wallet(page).getByRole('status')).toHaveText('1,000.00 USDC, 10 ETH')
  await wallet(page).getByRole('combobox').selectOption({ index: 0 })
  await page.keyboard.press('Escape')
  await expect(wallet(page)).toBeHidden()
  await expect(faucet(page)).toBeFocused()

  // A signed-out visitor still sees the connected wallet and its balance on the landing page.
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  const card = page.getByRole('region', { name: 'Sign in again' })
  await expect(card).toContainText(/0xf39F...2266\s*2,000.00 USDC/)
  await checkVisualsAndA11y(page, 'landing-wallet-card')
})

test('the demo wallet explains and sends approved transactions under the page’s CSP', async ({ page }) => {
  await page.goto(server.url)
  await joinAs(page, 'Ada')
  const [from] = (await askWallet(page, 'eth_accounts', [])) as [string]
  const { usdc, vouch } = chain.contracts
  const approve = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [vouch, 5_000_000n] })
  const pay = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args: [BO, 5_000_000n] })

  const refused = askWallet(page, 'eth_sendTransaction', [{ from, to: usdc, data: approve }])
  await expect(wallet(page).getByText(/^Allow 0x.* to spend up to 5 USDC\.$/)).toBeVisible()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  expect(await refused).toBe(4001)

  for (const [to, data, words] of [
    [usdc, approve, /^Allow/],
    [vouch, pay, /^Vouch 5 USDC for 0x7099...79C8. All of it goes to them.$/],
  ] as const) {
    const sent = askWallet(page, 'eth_sendTransaction', [{ from, to, data }])
    await expect(wallet(page).getByText(words)).toBeVisible()
    await wallet(page).getByRole('button', { name: 'Confirm' }).click()
    const hash = await sent
    // Mining may finish after the wallet's response.
    await expect(async () => {
      expect(await askWallet(page, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    }).toPass()
  }
})

test('a chain that died is back for the page as it was, without a reload', async ({ page }) => {
  await page.goto(server.url)
  await joinAs(page, 'Ada')
  const spent = () => askWallet(page, 'eth_getTransactionCount', [ADA, 'latest'])
  const pid = () => (JSON.parse(readFileSync(join(started.chainFolder, 'anvil.json'), 'utf8')) as { pid: number }).pid
  const [before, dead] = [await spent(), pid()]
  process.kill(dead, 'SIGKILL')
  await expect(async () => {
    expect(pid()).not.toBe(dead)
    expect(await spent()).toBe(before)
  }).toPass()
  await faucet(page).click()
  await expect(wallet(page).getByRole('status')).toHaveText(/USDC, /)
})
