import { usdcAbi } from '@aura/contracts/abi'
import { encodeFunctionData, type Hex } from 'viem'
import { rpc } from '../../../tools/local-chain/rpc.ts'
import { DEMO_ACCOUNTS } from '../../../web/src/dev/demo-wallet/accounts.ts'
import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { freshWallet } from '../support/by-calls.ts'
import { type BaseLikeServer, startBaseLikeServer } from '../support/chain-server.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { withDevice } from '../support/passkeys.ts'
import { joinAs, learnByCalls, toDashboard, wallet } from '../support/person.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

const MINUTE_MS = 60_000

let started: BaseLikeServer
test.beforeAll(async () => {
  started = await startBaseLikeServer(new Date().toISOString(), { isRelayed: true })
})
test.afterAll(async () => {
  expect(await started?.server.audit()).toEqual([])
  await started?.stop()
})

const amount = (page: Page) => page.getByRole('textbox', { name: 'USDC amount' })
const vouchDialog = (page: Page) => page.getByRole('dialog', { name: /^Vouch for/ })
const vouchNow = (page: Page) => vouchDialog(page).getByRole('button', { name: 'Vouch Now' })
const goOn = (page: Page) => page.getByRole('button', { name: 'Keep going' })
const walletDialog = (page: Page) => page.getByRole('dialog', { name: 'Your wallet' })

async function usdcOf(address: string): Promise<number> {
  const { chain } = started
  const data = encodeFunctionData({ abi: usdcAbi, functionName: 'balanceOf', args: [address as Hex] })
  return Number(await rpc<Hex>(chain.rpcUrl, 'eth_call', [{ to: chain.contracts.usdc, data }, 'latest'])) / 1e6
}

/** Lets somebody join who can be vouched for. */
async function meet(page: Page, username: string): Promise<Fighter & { profile: string; address: Hex }> {
  const { server } = started
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('this page has no browser')
  const own = freshWallet()
  const person = await fighter(server, context.request, username, { ap: 1_000 }, own)
  return { ...person, profile: `${server.url}/user/${person.id}`, address: own.address }
}

/** Lets two people begin a battle. Returns its address. */
async function startBattle(one: Fighter, other: Fighter): Promise<string> {
  const { server } = started
  const startsAt = new Date(Date.now() + 6 * MINUTE_MS).toISOString()
  const id = await challengeByCalls(server, one, other, { startsAt })
  await callAs(server, other, `/api/battles/${id}/accept`)
  await server.setClock(startsAt)
  return `${server.url}/battles/${id}`
}

/** Joins as a demo account whose wallet holds USDC and no ETH. */
async function joinWithoutEther(page: Page, account: string): Promise<string> {
  await rememberSaid(page)
  await page.goto(started.server.url)
  await joinAs(page, account)
  const demo = DEMO_ACCOUNTS.find(({ name }) => name === account)
  if (!demo) throw new Error(`the demo wallet has no ${account}`)
  await rpc(started.chain.rpcUrl, 'anvil_setBalance', [demo.address, '0x0'])
  return demo.address
}

async function joinByPasskey(page: Page, username: string): Promise<void> {
  await withDevice(page)
  await rememberSaid(page)
  await page.goto(`${started.server.url}/?join=1`)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await toDashboard(page)
}

/** Presses where a button is four times, faster than any payment ends. A later press would be about the next payment. */
async function pressOften(button: Locator): Promise<void> {
  await button.click({ trial: true })
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not to be seen')
  for (let nr = 0; nr < 4; nr++) await button.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function openVouch(page: Page, profile: string): Promise<void> {
  await page.goto(profile)
  await page.getByRole('button', { name: 'Vouch', exact: true }).click()
  await expect(vouchDialog(page)).toContainText('No ETH needed: Aura hands it in')
}

test('with a passkey alone: join, learn, buy, gift, vouch, redeem and send out, without ETH, each once [wallet.passkey-pays] [wallet.handed-in] [wallet.receive] [wallet.send] [wallet.send-address] [wallet.send-name] [wallet.history]', {
  tag: '@smoke',
}, async ({ page }) => {
  test.slow()
  const { chain, server } = started
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const handedIn: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/relay'))
      handedIn.push(request.postDataJSON().purpose)
  })
  await joinByPasskey(page, 'nova_keys')
  await learnByCalls(page, server.url)

  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await expect(walletDialog(page)).toContainText('0.00 USDC')
  await expect(walletDialog(page).getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  const address = await walletDialog(page)
    .getByText(/^0x[0-9a-fA-F]{40}$/)
    .innerText()
  await walletDialog(page).getByRole('button', { name: 'Get 1,000 test USDC' }).click()
  await expect(walletDialog(page)).toContainText('1,000.00 USDC')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Wallet 0x/ })).toContainText('1,000.00 USDC')

  await page.getByRole('link', { name: 'Steeze Recharge' }).click()
  await amount(page).fill('5')
  const buying = page.getByRole('region', { name: 'Buy Steeze' })
  await expect(buying).toContainText('No ETH needed: Aura hands it in. Your passkey signs it.')
  await pressOften(page.getByRole('button', { name: 'Buy Steeze' }))
  await expectSaid(page, 'Steeze tokens added to your balance')
  await goOn(page).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('50')
  expect(await usdcOf(address)).toBe(995)

  const friend = await meet(page, 'friend_of_nova')
  await page.goto(await startBattle(friend, await meet(page, 'rival_of_friend')))
  await page.getByRole('button', { name: 'Gift 5 Steeze to friend_of_nova' }).click()
  await expectSaid(page, 'Successfully gifted 5 Steeze tokens')

  await openVouch(page, friend.profile)
  await vouchNow(page).dblclick()
  await expectSaid(page, 'Vouch Successful!')
  expect(await usdcOf(friend.address)).toBe(1)

  // Battles that earn Steeze take hours, so `earn` moves some of what was bought to what is earned.
  const { id } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await server.earn(id, 40)
  await page.goto(`${server.url}/steeze-stack`)
  await page.getByRole('textbox', { name: 'Steeze amount' }).fill('30')
  await pressOften(page.getByRole('button', { name: 'Redeem', exact: true }))
  await expectSaid(page, 'USDC sent to your wallet')
  expect(await usdcOf(address)).toBe(996.1)

  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await walletDialog(page).getByRole('radio', { name: 'Send' }).check({ force: true })
  const to = walletDialog(page).getByRole('textbox', { name: 'Address' })
  const next = walletDialog(page).getByRole('button', { name: 'Continue' })
  await to.fill(address)
  await next.click()
  await expect(walletDialog(page)).toContainText('This is your own address.')
  await expect(walletDialog(page)).toContainText('Enter an amount.')
  await to.fill(friend.address)
  await walletDialog(page).getByRole('button', { name: 'Use Max' }).click()
  await next.click()
  await expect(walletDialog(page)).toContainText('friend_of_nova on Aura')
  await expect(walletDialog(page)).toContainText('This can’t be taken back.')
  await walletDialog(page).getByRole('button', { name: 'Send 996.1 USDC' }).dblclick()
  await expectSaid(page, 'USDC Sent')
  await expect(walletDialog(page)).toContainText('You sent 996.10 USDC')
  expect([await usdcOf(address), await usdcOf(friend.address)]).toEqual([0, 997.1])
  // Each was pressed twice or more.
  expect(handedIn).toEqual(['buy', 'vouch', 'withdraw', 'execute'])
  const steeze = await (await page.request.get(`${server.url}/api/steeze/balance`)).json()
  expect(steeze).toMatchObject({ purchasedSteeze: 5, battleEarnedSteeze: 10 })
  expect(await rpc(chain.rpcUrl, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
  await walletDialog(page).getByRole('radio', { name: 'History' }).check({ force: true })
  const history = walletDialog(page).getByRole('region', { name: 'History of your wallet' }).getByRole('listitem')
  await expect(history).toHaveText([
    /^To friend_of_nova.*−996\.10 USDC/,
    /^Steeze redeemed.*\+2\.10 USDC/,
    /^Vouch for friend_of_nova.*−1\.00 USDC/,
    /^Steeze bought.*−5\.00 USDC/,
    /^From 0x.*\+1,000\.00 USDC/,
  ])
})

test('USDC goes to another contract only after a second yes [wallet.send-contract]', async ({ page }) => {
  await joinByPasskey(page, 'nova_contract')
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await walletDialog(page).getByRole('button', { name: 'Get 1,000 test USDC' }).click()
  await expect(walletDialog(page)).toContainText('1,000.00 USDC')
  const contract = '0x00000000000000000000000000000000000c0de5'
  await rpc(started.chain.rpcUrl, 'anvil_setCode', [contract, '0x6001'])
  await walletDialog(page).getByRole('radio', { name: 'Send' }).check({ force: true })
  await walletDialog(page).getByRole('textbox', { name: 'Address' }).fill(contract)
  await walletDialog(page).getByRole('textbox', { name: 'USDC' }).fill('2')
  await walletDialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(walletDialog(page)).toContainText('There is a contract at this address')
  await checkVisualsAndA11y(page, 'wallet-send-contract')
  const send = walletDialog(page).getByRole('button', { name: 'Send 2 USDC' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await walletDialog(page)
    .getByRole('checkbox', { name: 'I know this contract, and it takes USDC' })
    .check({ force: true })
  await send.dblclick()
  await expectSaid(page, 'USDC Sent')
  expect(await usdcOf(contract)).toBe(2)
})

test('a wallet without ETH signs once; declined, doubled and reloaded it pays once [wallet.signs-once] [wallet.handed-in]', async ({
  page,
}) => {
  const address = await joinWithoutEther(page, 'Ada')
  const { profile, address: theirs } = await meet(page, 'mira_signs')
  await openVouch(page, profile)
  await vouchDialog(page).getByRole('textbox', { name: 'USDC amount' }).fill('3')
  await vouchNow(page).click()
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(vouchDialog(page)).toContainText('You declined in your wallet: No money moved.')
  await expect(vouchDialog(page).getByRole('textbox', { name: 'USDC amount' })).toHaveValue('3')
  await vouchNow(page).dblclick()
  await expect(wallet(page)).toContainText('Pay 3 USDC to the contract')
  // The answer is lost, and then the page.
  let taken = 0
  await page.route('**/api/relay', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    taken++
    await route.fetch()
    return route.abort()
  })
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect.poll(() => taken).toBe(1)
  await expect(vouchDialog(page)).toContainText('Aura is handing it in')
  await page.unroute('**/api/relay')
  await page.reload()
  await expect(page.locator('[data-payment-done]')).toContainText(/mira_signs received\s*3.00 USDC/, {
    timeout: 40_000,
  })
  expect([await usdcOf(theirs), await usdcOf(address)]).toEqual([3, 997])
})

test('when Aura has no ETH, the wallet sends it itself, and the form says why [wallet.falls-back]', async ({
  page,
}) => {
  const { url } = started.server
  await rememberSaid(page)
  await page.goto(url)
  await joinAs(page, 'Bo')
  const { profile, address } = await meet(page, 'yuki_pays')
  await page.route('**/api/relay', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'RELAY_UNAVAILABLE', message: 'x', data: { reason: 'empty' } } })
      : route.continue(),
  )
  await openVouch(page, profile)
  await vouchNow(page).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  const why = vouchDialog(page).getByText('Aura has no ETH left for network fees. Your wallet sends this one')
  await expect(why).toBeInViewport()
  await expect(wallet(page)).toContainText('Allow')
  // By keyboard, since the first prompt's button was where this one is: a mouse would press twice.
  await wallet(page).getByRole('button', { name: 'Sign' }).press('Enter')
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expectSaid(page, 'Vouch Successful!')
  expect(await usdcOf(address)).toBe(1)
})

test('while Aura hands nothing in, a passkey’s USDC stays, and every form says so [wallet.falls-back]', async ({
  page,
}) => {
  await joinByPasskey(page, 'nova_waits')
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await walletDialog(page).getByRole('button', { name: 'Get 1,000 test USDC' }).click()
  await expect(walletDialog(page)).toContainText('1,000.00 USDC')
  const handed: string[] = []
  page.on('request', (request) => request.method() === 'POST' && handed.push(new URL(request.url()).pathname))
  await page.route('**/api/relay', (route) => route.fulfill({ json: { isOn: false, accountFactory: null } }))
  await page.goto(`${started.server.url}/steeze-stack`)
  await amount(page).fill('5')
  await page.getByRole('button', { name: 'Buy Steeze' }).click()
  const buying = page.getByRole('region', { name: 'Buy Steeze' })
  await expect(buying).toContainText('Payments are closed: Aura can’t hand payments in right now.')
  await expect(amount(page)).toHaveValue('5')
  expect(handed).not.toContain('/api/relay')
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await walletDialog(page).getByText('Send', { exact: true }).click()
  await expect(walletDialog(page)).toContainText('Payments are closed')
  await expect(walletDialog(page).getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await checkVisualsAndA11y(page, 'wallet-send-closed')
})
