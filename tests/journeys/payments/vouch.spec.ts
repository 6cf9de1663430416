import { joinByCalls } from '../support/by-calls.ts'
import { type BaseLikeServer, startBaseLikeServer } from '../support/chain-server.ts'
import { joinAs, learnByCalls, wallet } from '../support/person.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { type BrowserContext, expect, type Page, test } from '../support/test.ts'
import { leaveLostPayment } from '../support/wallets/lost-payment.ts'

const DAY_MS = 86_400_000

let started: BaseLikeServer
test.beforeAll(async () => {
  started = await startBaseLikeServer(new Date(Date.now() - 5 * DAY_MS).toISOString())
})
test.afterAll(() => started?.stop())
test.use({ timezoneId: 'UTC' })

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Vouch for/ })
const amount = (page: Page) => dialog(page).getByRole('textbox', { name: 'USDC amount' })
const now = (page: Page) => dialog(page).getByRole('button', { name: 'Vouch Now' })
const steps = (page: Page) => dialog(page).getByRole('list', { name: 'How vouching works' }).getByRole('listitem')
const goOn = (page: Page) => page.getByRole('button', { name: 'Keep going' })

async function joinAndMeet(page: Page, account: string, username: string) {
  const { url } = started.server
  await rememberSaid(page)
  await page.goto(url)
  await joinAs(page, account)
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('this page has no browser')
  await joinByCalls(context.request, url, username)
  const { id } = await (await context.request.get(`${url}/api/auth/user`)).json()
  return { id, profile: `${url}/user/${id}`, context, request: context.request }
}

/** Approves the allowance and stops at the vouch prompt. */
async function upToTheLastQuestion(page: Page): Promise<void> {
  await now(page).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(wallet(page).getByText(/^Vouch \d+ USDC for/)).toBeVisible()
}

async function agree(page: Page): Promise<void> {
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
}

/** Expects the celebration in one of two tabs, once. */
async function expectFirstVouchCelebrated(context: BrowserContext, url: string): Promise<void> {
  const name = /^You earned 325 AP\. Your first vouch: .* sent you 25 USDC\.$/
  const tabs = [await context.newPage(), await context.newPage()]
  const shown = async () => {
    const counts = await Promise.all(tabs.map((tab) => tab.getByRole('dialog', { name }).count()))
    return counts.reduce((a, b) => a + b)
  }
  await Promise.all(tabs.map((tab) => tab.goto(`${url}/streak`)))
  await expect.poll(shown).toBe(1)
  for (const tab of tabs) {
    if (await goOn(tab).isVisible()) await goOn(tab).click()
    await tab.reload()
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(await shown()).toBe(0)
}

test('vouching up to the cap, with the multiplier of five days [profile.vouch-button] [vouching.dialog] [vouching.text-what-it-is] [vouching.text-already-vouched] [vouching.text-button-now] [vouching.text-button-more] [vouching.text-badge] [vouching.const-amount-range] [vouching.check-amount-clamped] [vouching.state-approving] [vouching.text-processing-toast] [vouching.text-success-toast] [vouching.state-done] [vouching.create-invalidates] [vouching.usdc-approve] [vouching.state-submitting] [vouching.first-received] [vouching.words] [vouching.words-remove] [vouching.money-before] [vouching.done-shown] [vouching.place] [trust.doubled]', {
  tag: '@smoke',
}, async ({ page }) => {
  const { server } = started
  const { profile, context, request } = await joinAndMeet(page, 'Ada', 'yukidrops')
  for (let day = 5; day >= 1; day--) {
    await server.setClock(new Date(Date.now() - day * DAY_MS).toISOString())
    await learnByCalls(page, server.url)
  }
  await server.setClock(new Date().toISOString())
  await page.goto(profile)
  await page.getByRole('button', { name: 'Vouch', exact: true }).click()
  await expect(dialog(page)).toContainText(/USDC balance\s*1,000.00 USDC\s*on Base Mainnet/)
  await expect(dialog(page)).toContainText(/Already vouched\s*0.00 USDC\s*0 vouches/)
  await expect(dialog(page)).toContainText('A vouch is your word for a creator')
  await expect(dialog(page)).toContainText('Minimum 1 USDC, maximum 100 USDC')
  await expect(amount(page)).toHaveValue('1')
  await amount(page).fill('25')
  await expect(dialog(page)).toContainText(/25 USDC at 10 AP each\s*your level Attention Seeker 1.3x.*\+325 AP/)
  await expect(dialog(page)).toContainText(/You pay\s*25.00 USDC\s*All of it goes to yukidrops\. /)
  await expect(dialog(page)).toContainText(/can’t be undone.*AuraVouch.*0x[0-9a-fA-F]{40}/)
  await expect(dialog(page)).toContainText('yukidrops: 2,000 of 2,000 AP left today, for all vouches together')
  await dialog(page).getByRole('textbox', { name: 'Why you vouch' }).fill('She taught me to read a contract.')
  await expect(dialog(page).getByRole('checkbox', { name: /^Also stand by yukidrops/ })).toBeChecked()
  await expect(dialog(page)).toContainText('Takes 1 of your 10 places left, free and public.')

  await now(page).click()
  await expectSaid(page, 'Please approve USDC spending in your wallet...')
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step')
  const processing = dialog(page).getByRole('button', { name: 'Processing Vouch...' })
  await expect(processing).toBeVisible()
  // A second press would prompt twice and block what follows.
  await processing.dispatchEvent('click')
  await amount(page).press('Enter')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(wallet(page).getByText(/^Vouch 25 USDC for 0x.*All of it goes to them\.$/)).toBeVisible()
  await expectSaid(page, 'Please confirm the vouch transaction...')
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expectSaid(page, 'Vouch Successful!')
  await expectSaid(page, 'Awarded 325 aura points with 1.3x multiplier')
  await expect(page.getByText('yukidrops got 325 AP.')).toBeAttached()
  await expect(dialog(page)).toBeHidden()
  await goOn(page).click()
  const done = page.locator('[data-payment-done]')
  await expect(done).toContainText(/yukidrops received\s*25.00 USDC\s*yukidrops earned\s*325 AP\s*.*wallet\s*975.00/)
  await expect(done.getByRole('link', { name: 'Receipt', exact: true })).toHaveAttribute('href', /^\/receipts\/\d+$/)
  await expect(page.getByText('Vouched 25.00 USDC')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Vouch Statistics' })).toContainText(/received\s*25.00 USDC/i)
  const received = page.getByRole('list', { name: 'Vouches received' })
  await page.getByRole('region', { name: 'Vouches', exact: true }).scrollIntoViewIfNeeded()
  await expect(received).toContainText('She taught me to read a contract.')
  await received.getByRole('button', { name: 'Remove your words' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectSaid(page, 'Your vouch stays.')
  await expect(received).not.toContainText('She taught me')
  const notices = await (await request.get(`${server.url}/api/notifications`)).json()
  expect(notices.map(({ type }: { type: string }) => type).sort()).toEqual(['place_received', 'vouch_received'])
  await expectFirstVouchCelebrated(context, server.url)

  await page.getByRole('button', { name: 'Vouch More (75.00 left)' }).click()
  await expect(dialog(page)).toContainText(/Already vouched\s*25.00 USDC\s*1 vouch/)
  await expect(dialog(page)).not.toContainText('A vouch is your word')
  await expect(dialog(page)).toContainText('You stand by yukidrops. A vouch makes that place count double.')
  await amount(page).fill('300')
  await amount(page).press('Tab')
  await expect(amount(page)).toHaveValue('75')
  await now(page).click()
  await agree(page)
  await goOn(page).click()
  await expect(page.getByText('Max Vouched (100 USDC)')).toBeVisible()
  await expect(page.getByText('Vouching is not available')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Vouch/ })).toHaveCount(0)

  // The first vouch becomes final with the blocks of the second.
  const standing = page.getByRole('region', { name: 'Standing by' })
  await expect(async () => {
    await page.reload()
    await standing.scrollIntoViewIfNeeded()
    await expect(standing.getByRole('list', { name: 'People who stand by them' })).toContainText(
      /Grows until .* · Doubled by a vouch, in full from /,
      { timeout: 5_000 },
    )
  }).toPass()
})

test('obstacles to vouching are explained in place, and no money moves [vouching.text-inline-insufficient] [vouching.text-transaction-failed] [vouching.text-failed] [vouching.flag-clears] [vouching.state-checking] [vouching.check-amount-press]', async ({
  page,
}) => {
  const { id, profile } = await joinAndMeet(page, 'Bo', 'temi_codes')
  const poor = '**/api/wallet/usdc-balance/*'
  await page.route(poor, (route) => route.fulfill({ json: { balance: 0.5 } }))
  await page.goto(profile)
  await page.getByRole('button', { name: 'Vouch', exact: true }).click()
  await expect(dialog(page)).toContainText('Insufficient balance. You need 1 USDC but only have 0.5 USDC.')
  await expect(now(page)).toHaveAttribute('aria-disabled', 'true')
  await now(page).press('Enter')
  await expectSaid(page, 'You need 1 USDC but only have 0.5 USDC in your wallet')
  await expect(wallet(page)).toBeHidden()
  await page.unroute(poor)
  await page.reload()

  await page.getByRole('button', { name: 'Vouch', exact: true }).click()
  // The press that leaves an invalid entry doesn't pay what replaces it.
  await amount(page).fill('1.5')
  await now(page).click()
  await expectSaid(page, 'Invalid Amount')
  await expect(amount(page)).toHaveValue('1')
  await expect(wallet(page)).toBeHidden()
  await now(page).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('You declined in your wallet: No money moved.')
  await page.route(`${started.chain.rpcUrl}/**`, (route) => route.abort())
  await now(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Transaction Failed: Base Mainnet isn’t responding. No money moved. Try again shortly.',
  )
  await expect(now(page)).toBeEnabled()

  // The dialog shows the failure until the next attempt.
  await page.unroute(`${started.chain.rpcUrl}/**`)
  await leaveLostPayment(page, { kind: 'vouch', chainId: started.chain.chainId, vouchedUserId: id })
  // The contract isn't loaded yet, so no amount is refused.
  const contract = Promise.withResolvers<void>()
  await page.route('**/api/vouch/contract-info', async (route) => {
    await contract.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Vouch', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Vouch Failed: Base Mainnet doesn’t know this transaction')
  await expect(dialog(page).getByRole('button', { name: 'Loading the contract...' })).toBeVisible()
  contract.resolve()
  await now(page).click()
  await expect(wallet(page).getByRole('button', { name: 'Sign' })).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toHaveText('')
})

test('two tabs at once: one is closed after sending and loses nothing, the other reports the cap and sends nothing', async ({
  page,
  context,
}) => {
  const { profile } = await joinAndMeet(page, 'Cleo', 'sol_sister')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    // Neither tab reaches the server.
    await tab.route('**/api/vouch/create', (route) => route.abort())
    await tab.goto(profile)
    await tab.getByRole('button', { name: 'Vouch', exact: true }).click()
    await amount(tab).fill('60')
  }
  // Both pass every check, but together exceed the cap.
  await upToTheLastQuestion(other)
  await upToTheLastQuestion(page)
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(steps(page).nth(3)).toHaveAttribute('aria-current', 'step')
  await page.close()
  await wallet(other).getByRole('button', { name: 'Confirm' }).click()
  const told = dialog(other).getByRole('alert')
  await expect(told).toHaveText('Transaction Failed: You can vouch 40.00 USDC more for this person.')
  await expect(steps(other).nth(3)).toContainText('Confirming')
  await expect(other.getByRole('link', { name: 'View on Explorer' })).toHaveAttribute(
    'href',
    /^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/,
  )
  await other.unroute('**/api/vouch/create')
  await goOn(other).click()
  await expect(other.getByRole('button', { name: 'Vouch More (40.00 left)' })).toBeVisible()
  await other.reload()
  await expect(other.getByText('Vouched 60.00 USDC')).toBeVisible()
})
