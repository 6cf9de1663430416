import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { LocalChain } from '../../../tools/local-chain/start-local-chain.ts'
import { freshWallet, joinByCalls } from '../support/by-calls.ts'
import { type ChainServer, startChainServer } from '../support/chain-server.ts'
import { joinAs, wallet } from '../support/person.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import type { RealServer } from '../support/servers.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'
import { leaveLostPayment } from '../support/wallets/lost-payment.ts'
import { buySteezeOnChain } from '../support/wallets/pay-on-chain.ts'

let started: ChainServer
let chain: LocalChain
let server: RealServer
test.beforeAll(async () => {
  started = await startChainServer()
  chain = started.chain
  server = started.server
})
test.afterAll(() => started?.stop())

const amount = (page: Page) => page.getByRole('textbox', { name: 'USDC amount' })
const buy = (page: Page) => page.getByRole('button', { name: 'Buy Steeze' })
const balance = (page: Page) => page.getByRole('region', { name: 'Balance' })
const rows = (page: Page) => page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem')
const done = (page: Page) => page.locator('[data-payment-done]')
const receiptOf = (page: Page) => done(page).getByRole('link', { name: 'Receipt', exact: true })
const goOn = (page: Page) => page.getByRole('button', { name: 'Keep going' })

async function openRecharge(page: Page, account: string): Promise<void> {
  await rememberSaid(page)
  await page.goto(server.url)
  await joinAs(page, account)
  await page.getByRole('link', { name: 'Steeze Recharge' }).click()
  await expect(page.getByRole('heading', { name: 'STEEZE RECHARGE' })).toBeVisible()
  await expect(page.getByText('1,000.00 USDC')).toBeVisible()
}

/** Whether the top of the page shows all of an element, which neither a bar nor a message covers. */
const isInSight = (element: Locator) =>
  element.evaluate((it) => {
    scrollTo(0, 0)
    const { left, width, top, bottom } = it.getBoundingClientRect()
    return [top + 1, bottom - 1].every((y) => it.contains(document.elementFromPoint(left + width / 2, y)))
  })

/** The local network has no explorer. */
const noExplorer = (page: Page) => expect(page.locator('a[href*="/tx/"], a[href*="/address/"]')).toHaveCount(0)

const walletOf = async (page: Page): Promise<string> =>
  (await (await page.request.get(`${server.url}/api/auth/user`)).json()).walletAddress

async function agree(page: Page): Promise<void> {
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
}

test('buying: a preview, two wallet prompts, and the Steeze arrives [steeze.text-title] [steeze.text-what-it-is] [steeze.text-cards] [steeze.buy-balance] [steeze.text-buy-preview] [steeze.buy-steps] [steeze.text-buy-button] [steeze.buy-in-sight] [steeze.state-buy-approving] [steeze.state-buy-processing] [steeze.state-buy-posted] [steeze.state-buy-done] [steeze.money-before] [steeze.done-shown] [frame.chain-decides-explorer] [landing.wallet-balance]', {
  tag: '@smoke',
}, async ({ page }) => {
  await openRecharge(page, 'Ada')
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await expect(page.getByText('Steeze is what you gift in battles')).toBeVisible()
  await amount(page).fill('12.55')
  await expect(page.getByText('You will receive 125 STEEZE')).toBeVisible()
  await expect(page.getByText('You will pay 12.5 USDC')).toBeVisible()
  expect(await isInSight(buy(page))).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => isInSight(buy(page))).toBe(true)
  await page.setViewportSize({ width: 1_440, height: 900 })
  const buying = page.getByRole('region', { name: 'Buy Steeze' })
  await expect(buying).toContainText(/125 Steeze cost\s*12.50 USDC\s*A creator redeems for\s*8.75 USDC, 30% less/)
  await expect(buying).toContainText(/can’t be returned.*1,000 USDC a day.*SteezeStack.*0x[0-9a-fA-F]{40}/)
  const steps = page.getByRole('list', { name: 'How buying works' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)

  await buy(page).click()
  await expectSaid(page, 'Please approve USDC spending in your wallet...')
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(wallet(page).getByText('Buy 125 Steeze for 12.5 USDC.')).toBeVisible()
  await expectSaid(page, 'Processing Purchase')
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()

  await expectSaid(page, 'Purchase Initiated')
  await expectSaid(page, 'Transaction sent. Confirming...')
  await expectSaid(page, 'Steeze tokens added to your balance')
  await expect(page.getByText('You got 125 Steeze.')).toBeAttached()
  await goOn(page).click()
  await expect(done(page)).toContainText(/You bought 125 Steeze.*You paid\s*12.50 USDC.*now\s*125.*wallet\s*987.50/s)
  await expect(done(page).getByRole('link', { name: 'Pick a battle' })).toBeVisible()
  await expect(receiptOf(page)).toHaveAttribute('href', /^\/receipts\/\d+$/)
  await expect(balance(page)).toContainText('125')
  await expect(amount(page)).toHaveValue('')
  await expect(page.getByText('987.50 USDC')).toBeVisible()
  await expect(rows(page)).toHaveText([/Bought\+125.*0x.{8}\.\.\..{8}completed/])
  await page.reload()
  await expect(balance(page)).toContainText('125')
  await expect(rows(page)).toHaveCount(1)

  await noExplorer(page)

  await rows(page).getByRole('link', { name: 'Bought' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\+125 Receipt \d{4}-\d{6} Steeze, bought$/)
  const main = page.getByRole('main')
  await expect(main).toContainText(/You paid\s*12.50\s*USDC\s*Rate\s*10\s*Steeze per USDC/)
  await expect(main).toContainText(/Status\s*completed/)
  await expect(page.getByRole('row', { name: /^Purchased Steeze\s*you\s+0\s+125\s+125$/ })).toBeVisible()
  await expect(page.getByText(/^Entry [\d,]+, key steeze-purchase\/31337\/0x/)).toBeVisible()
  await noExplorer(page)
  await main.getByRole('link', { name: 'Receipts' }).click()
  await expect(page.getByRole('row', { name: /^Steeze, bought\s+\+125 Steeze/ })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('aura-receipts.csv')
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /^\uFEFFreceipt,time_utc,.*\r\n\d{4}-\d{6},.*,purchase,completed,12.5,125,,,0x[0-9a-f]{64}\r\n$/,
  )

  // Signed out, the landing page still shows the connected wallet and its balance.
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('region', { name: 'Sign in again' })).toContainText(/0xf39F...2266\s*987.50 USDC/)
})

test('redeeming: set aside, withdrawn by the wallet, and the USDC is there [steeze.text-redeem-preview] [steeze.state-redeem-initiated] [steeze.redeem-flag-clears] [steeze.text-redeem-failed] [steeze.money-before] [steeze.done-shown]', {
  tag: '@smoke',
}, async ({ page, request }) => {
  const gifter = freshWallet()
  await joinByCalls(request, server.url, undefined, gifter)
  await buySteezeOnChain(chain, gifter, 4)
  const bought = async () => (await (await request.get(`${server.url}/api/steeze/balance`)).json()).purchasedSteeze
  await expect.poll(bought).toBe(40)
  await openRecharge(page, 'Farid')
  const farid = await walletOf(page)
  // Earned Steeze comes from battles, which take hours, so it is credited directly.
  await server.runBetween('server/src/admin.ts', 'test-credit', gifter.address, farid, '40')
  await page.reload()
  const steeze = page.getByRole('textbox', { name: 'Steeze amount' })
  const redeem = page.getByRole('button', { name: 'Redeem', exact: true })
  await expect(page.getByText('max 40 earned')).toBeVisible()
  await steeze.fill('40')
  await steeze.press('ArrowUp')
  await expect(steeze).toHaveValue('41')
  await redeem.click()
  await expect(page.getByText('Only earned Steeze can be redeemed.').first()).toBeVisible()
  await steeze.fill('30.9')
  await expect(page.getByText('You will receive 2.1000 USDC')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Redeem' })).toContainText(/You redeem for\s*2.10 USDC, 30% less/)

  // Every failure can be retried.
  await page.route('**/api/steeze/redeem', (route) => route.fulfill({ status: 500, body: 'x' }))
  await redeem.click()
  await expect(page.getByText('Redeem Failed: Failed to redeem Steeze')).toBeVisible()
  await expect(redeem).toBeEnabled()
  await page.unroute('**/api/steeze/redeem')
  await page.route('**/api/steeze/**', (route) => route.abort())
  await redeem.click()
  await expect(page.getByText('Redeem Failed: Failed to redeem Steeze. No connection to Aura')).toBeVisible()
  // The balance and the open redemption were read again by now, without success.
  await expect(redeem).toBeEnabled()
  await expect(steeze).toHaveValue('30.9')
  await page.unroute('**/api/steeze/**')
  await redeem.click()
  await expect(wallet(page).getByText('Redeem 30 Steeze for 2.1 USDC.')).toBeVisible()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  const declined = 'You declined in your wallet: No money moved.'
  await expect(page.getByText(declined)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish in your wallet' })).toBeEnabled()
  await page.reload()
  await expect(page.getByText('30 Steeze on hold')).toBeVisible()
  await expect(balance(page)).toContainText('10')
  await page.getByRole('button', { name: 'Finish in your wallet' }).click()
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expectSaid(page, 'Redeem Initiated')
  await expectSaid(page, 'USDC sent to your wallet')
  await expect(page.getByText('1,002.10 USDC')).toBeVisible()
  await expect(done(page)).toContainText(/You redeemed 30 Steeze.*Sent.*2.10 USDC.*wallet\s*1,002.10.*left\s*10/s)
  await expect(receiptOf(page)).toHaveAttribute('href', /^\/receipts\/\d+$/)
  await expect(page.getByText('max 10 earned')).toBeVisible()
  await expect(rows(page)).toHaveText([/Redeemed−30.*completed/])
  await page.goto(`${server.url}/receipts?kind=redeem`)
  await page.getByRole('link', { name: 'Steeze, redeemed' }).click()
  await expect(page.getByRole('main')).toContainText(/You received\s*2.10\s*USDC\s*Rate\s*0.07\s*USDC per Steeze/)
})

test('anybody sees the reserves and can verify them independently [frame.chain-decides-explorer]', async ({ page }) => {
  await page.goto(server.url)
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
  await page.keyboard.press('End')
  await page.getByRole('link', { name: 'Proof of reserves' }).click()
  await expect(page.getByRole('heading', { name: 'Covered' })).toBeVisible()
  const figure = (name: string) =>
    page
      .getByRole('main')
      .locator('dl > div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .last()
  for (const what of ['Held', 'Outstanding']) {
    const command = await page.locator('code', { hasText: what === 'Held' ? '0x70a08231' : '0xe50d33e3' }).innerText()
    expect(execFileSync('bash', ['-c', command], { encoding: 'utf8' }).trim()).toBe(await figure(what).innerText())
  }
  await noExplorer(page)
})

test('obstacles to buying are explained, and no money moves [steeze.text-buy-max] [steeze.buy-flag-clears] [frame.corrected-error] [frame.wallet-declined]', async ({
  page,
}) => {
  await openRecharge(page, 'Bo')
  await expect(amount(page)).toHaveAttribute('placeholder', '1.0')
  await amount(page).fill('')
  await buy(page).click()
  await expect(page.getByText('Please enter a valid USDC amount').first()).toBeVisible()
  await expect(amount(page)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Use Max' }).click()
  await expect(amount(page)).toHaveValue('1000')
  await expect(amount(page)).not.toHaveAttribute('aria-invalid')
  await amount(page).fill('1000.1')
  await expect(page.getByRole('button', { name: 'Insufficient Balance' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Insufficient Balance' }).press('Enter')
  await expect(page.getByText('You need 1000.1 USDC but only have 1000 USDC in your wallet').first()).toBeVisible()

  await amount(page).fill('1')
  await buy(page).click()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('You declined in your wallet: No money moved.')).toBeVisible()
  await expect(page.getByText(/Failed/)).toHaveCount(0)
  await expect(amount(page)).toHaveValue('1')
  await expect(buy(page)).toBeEnabled()
  await buy(page).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('You declined in your wallet: No money moved.')).toBeVisible()
  await expect(balance(page)).not.toContainText('10')
  await expect(page.getByText('1,000.00 USDC')).toBeVisible()
})

test('a tab closed after sending loses nothing: another one finds the Steeze, and keeps the amount typed there [steeze.state-buy-confirming]', async ({
  page,
  context,
}) => {
  await openRecharge(page, 'Cleo')
  const other = await context.newPage()
  await other.goto(`${server.url}/steeze-stack`)
  await expect(other.getByText('1,000.00 USDC')).toBeVisible()
  // The page never reaches the server.
  await page.route('**/api/steeze/confirm-purchase', (route) => route.abort())
  await other.route('**/api/steeze/confirm-purchase', (route) => route.abort())
  await amount(page).fill('2')
  await buy(page).click()
  await agree(page)
  await expectSaid(page, 'Transaction sent. Confirming...')
  await page.close()
  await expect(other.getByText('Confirming', { exact: true })).toBeVisible()
  await amount(other).fill('5')
  await other.unroute('**/api/steeze/confirm-purchase')
  await goOn(other).click()
  await expect(balance(other)).toContainText('20')
  await expect(rows(other)).toHaveCount(1)
  await expect(amount(other)).toHaveValue('5')
})

test('the wallet is on another account than the one that is signed in, or on none [steeze.check-buy-bound-wallet] [steeze.text-buy-connect] [steeze.text-purchase-failed] [steeze.text-confirmation-failed]', async ({
  page,
}) => {
  await openRecharge(page, 'Dmitri')
  await page.getByRole('button', { name: /^Test money of/ }).click()
  await wallet(page).getByRole('combobox').selectOption({ index: 1 })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Please connect the wallet associated with your account')).toBeVisible()
  await amount(page).fill('1')
  await buy(page).click()
  await expect(page.getByText('Purchase Failed').first()).toBeVisible()

  await page.evaluate(() => localStorage.removeItem('aura-wallet'))
  await leaveLostPayment(page, { kind: 'buy', chainId: chain.chainId, steeze: 10 })
  await page.reload()
  // The form shows failures too, since toasts disappear.
  await expect(page.getByText('Confirmation Failed: Aura Local doesn’t know this transaction')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await expect(buy(page)).toHaveCount(0)
})
