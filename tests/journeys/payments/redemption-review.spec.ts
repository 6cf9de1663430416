import { freshWallet, joinByCalls } from '../support/by-calls.ts'
import { type ChainServer, startChainServer } from '../support/chain-server.ts'
import { joinAs, wallet } from '../support/person.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'
import { buySteezeOnChain } from '../support/wallets/pay-on-chain.ts'

/** Accounts of the demo wallet, configured as admins. */
const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CLEO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let started: ChainServer
test.beforeAll(async () => {
  started = await startChainServer({ REDEEM_REVIEW_ABOVE: '20', ADMIN_WALLETS: `${ADA},${CLEO}` })
})
test.afterAll(() => started?.stop())

async function openDesk(browser: Browser, account: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(started.server.url)
  await joinAs(page, account)
  await page.goto(`${started.server.url}/admin/redemptions`)
  await expect(page.getByRole('heading', { name: 'Redemptions' })).toBeVisible()
  return page
}

/** Enters the reason in the open dialog and confirms. */
async function decide(page: Page, verb: string, reason: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: verb, exact: true }).dblclick()
  await expect(dialog).toBeHidden()
}

test('a redemption above the limit: held, rejected, appealed, answered and redeemed [steeze.review-shown] [steeze.review-appeal] [admin.redemption-desk]', async ({
  browser,
  page,
  request,
}) => {
  const { server, chain } = started
  const gifter = freshWallet()
  await joinByCalls(request, server.url, undefined, gifter)
  await buySteezeOnChain(chain, gifter, 4)
  const bought = async () => (await (await request.get(`${server.url}/api/steeze/balance`)).json()).purchasedSteeze
  await expect.poll(bought).toBe(40)
  await rememberSaid(page)
  await page.goto(server.url)
  await joinAs(page, 'Farid')
  const { walletAddress, username } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  // Earned Steeze comes from battles, which take hours, so it is credited directly.
  await server.runBetween('server/src/admin.ts', 'test-credit', gifter.address, walletAddress, '40')
  await page.goto(`${server.url}/steeze-stack`)
  await expect(page.getByText('max 40 earned')).toBeVisible()
  await page.getByRole('textbox', { name: 'Steeze amount' }).fill('30')
  await page.getByRole('button', { name: 'Redeem', exact: true }).dblclick()

  const card = page.getByRole('region', { name: 'Redeem' })
  await expect(card).toContainText('30 Steeze waits for approval')
  await expect(card).toContainText('We check redemptions above 20 Steeze in 24 hours. You get an answer by')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('10')

  const ada = await openDesk(browser, 'Ada')
  const waiting = ada.getByRole('list', { name: 'Waiting redemptions' }).getByRole('listitem')
  await expect(waiting).toContainText(`${username} redeems 30 Steeze (2.10 USDC)`)
  await ada.getByRole('button', { name: `Related accounts of ${username}` }).click()
  await expect(ada.getByText('No account has anything in common with this one.')).toBeVisible()
  await ada.getByRole('button', { name: 'Close' }).click()
  await ada.getByRole('button', { name: `Reject the redemption of ${username}` }).click()
  await decide(ada, 'Reject', 'Who gave it?')
  await expect(ada.getByRole('list', { name: 'Decided redemptions' })).toContainText('Answer: Who gave it?')

  await page.reload()
  await expect(card).toContainText('30 Steeze rejected')
  await expect(card).toContainText('Aura: Who gave it?')
  await expect(page.getByText('max 40 earned')).toBeVisible()
  await card.getByRole('button', { name: 'Appeal' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Appeal' })
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Write what the admins should know.')
  await dialog.getByRole('textbox', { name: 'What should we know?' }).fill('A fan who bought it.')
  await dialog.getByRole('button', { name: 'Send appeal' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Your appeal: A fan who bought it.')
  await expect(card.getByRole('button', { name: 'Appeal' })).toHaveCount(0)

  await ada.reload()
  await expect(waiting).toContainText('Appeal: A fan who bought it.')
  await ada.getByRole('button', { name: `Approve the redemption of ${username}` }).click()
  await decide(ada, 'Approve', 'We see the purchase.')
  await expect(ada.getByRole('list', { name: 'Proposals' })).toContainText('Proposed by you: We see the purchase.')
  const cleo = await openDesk(browser, 'Cleo')
  await cleo.getByRole('button', { name: `Confirm: Approve the redemption of ${username}` }).dblclick()
  await expect(cleo.getByRole('list', { name: 'Decided redemptions' })).toContainText('approved until')

  await page.reload()
  await expect(card).toContainText('30 Steeze approved')
  await expect(card).toContainText('Aura, to your appeal: We see the purchase.')
  await card.getByRole('button', { name: 'Finish in your wallet' }).dblclick()
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expectSaid(page, 'USDC sent to your wallet')
  await expect(page.getByText('1,002.10 USDC')).toBeVisible()
  await expect(page.getByText('max 10 earned')).toBeVisible()
  await ada.reload()
  await expect(ada.getByRole('heading', { name: 'No redemptions waiting' })).toBeVisible()
  await expect(ada.getByRole('list', { name: 'Decided redemptions' })).toHaveCount(0)
})
