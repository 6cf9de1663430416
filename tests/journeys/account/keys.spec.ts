import { usdcAbi } from '@aura/contracts/abi'
import { encodeFunctionData, type Hex } from 'viem'
import { rpc } from '../../../tools/local-chain/rpc.ts'
import { freshWallet } from '../support/by-calls.ts'
import { type ChainServer, startChainServer } from '../support/chain-server.ts'
import { type VirtualDevice, withDevice } from '../support/passkeys.ts'
import { toDashboard, wallet } from '../support/person.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { expect, type Page, test } from '../support/test.ts'

const CLEO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let started: ChainServer
test.beforeAll(async () => {
  started = await startChainServer({}, { isRelayed: true })
})
test.afterAll(() => started?.stop())

const keys = (page: Page) => page.getByRole('region', { name: 'Keys of your wallet' })
const walletDialog = (page: Page) => page.getByRole('dialog', { name: 'Your wallet' })
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name })

/** Joins with a new device, whose wallet gets test USDC. */
async function joinWithUsdc(page: Page, username: string): Promise<{ device: VirtualDevice; address: string }> {
  const device = await withDevice(page)
  await rememberSaid(page)
  await page.goto(`${started.server.url}/?join=1`)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await toDashboard(page)
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  const address = await walletDialog(page)
    .getByText(/^0x[0-9a-fA-F]{40}$/)
    .innerText()
  await walletDialog(page).getByRole('button', { name: 'Get 1,000 test USDC' }).click()
  await expect(walletDialog(page)).toContainText('1,000.00 USDC')
  await page.keyboard.press('Escape')
  return { device, address }
}

/** Returns how many transactions an ordinary wallet has sent. */
const sentBy = async (address: string): Promise<number> =>
  Number(await rpc<Hex>(started.chain.rpcUrl, 'eth_getTransactionCount', [address, 'latest']))

async function usdcOf(address: string): Promise<number> {
  const { chain } = started
  const data = encodeFunctionData({ abi: usdcAbi, functionName: 'balanceOf', args: [address as Hex] })
  return Number(await rpc<Hex>(chain.rpcUrl, 'eth_call', [{ to: chain.contracts.usdc, data }, 'latest'])) / 1e6
}

/** Swaps the device of the page for a new one, and makes a passkey with it that signs in. Returns both. */
async function addSecondDevice(page: Page, first: VirtualDevice) {
  const mine = await first.passkeys()
  await first.remove()
  const second = await withDevice(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectSaid(page, 'Passkey added')
  const theirs = await second.passkeys()
  await second.remove()
  return { mine, theirs }
}

/** Makes the listed passkey that only signs in a key. Returns its name. */
async function liftToKey(page: Page): Promise<string> {
  const lift = keys(page).getByRole('button', { name: /^Make it a key: / })
  const name = /^Make it a key: (.*)$/.exec((await lift.getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await lift.click()
  await confirm(page, 'Add key').dblclick()
  await expectSaid(page, 'Keys Changed')
  await expect(keys(page).getByRole('button', { name: `Remove the key: ${name}` })).toBeVisible()
  return name
}

async function send(page: Page, to: string, usdc: string): Promise<void> {
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await walletDialog(page).getByRole('radio', { name: 'Send' }).check({ force: true })
  await walletDialog(page).getByRole('textbox', { name: 'Address' }).fill(to)
  await walletDialog(page).getByRole('textbox', { name: 'USDC' }).fill(usdc)
  await walletDialog(page).getByRole('button', { name: 'Continue' }).click()
  await walletDialog(page)
    .getByRole('button', { name: `Send ${usdc} USDC` })
    .click()
}

test('a second device becomes a key, and pays when the first is lost; its removal is stopped [settings.keys-list] [settings.keys-add] [settings.keys-remove] [settings.keys-stop] [settings.keys-question]', async ({
  page,
}) => {
  test.slow()
  const { device, address } = await joinWithUsdc(page, 'nova_spares')
  // It holds enough to be asked for a second key.
  await page.goto(started.server.url)
  await expect(page.getByText('Would you still get in if you lost this device?')).toBeVisible()
  await page.getByRole('link', { name: 'Add a second key' }).click()
  await expect(keys(page)).toContainText('One key opens this wallet')
  await expect(keys(page)).toContainText('Your wallet isn’t on the network yet')

  const { mine, theirs } = await addSecondDevice(page, device)
  await expect(keys(page)).toContainText('Signs in only.')
  const first = await withDevice(page, mine)
  const second = await liftToKey(page)
  await expect(keys(page)).not.toContainText('One key opens this wallet')
  await expect(keys(page)).not.toContainText('isn’t on the network yet')

  // The first device is lost.
  await first.remove()
  const spare = await withDevice(page, theirs)
  const friend = freshWallet().address
  await send(page, friend, '3')
  await expectSaid(page, 'USDC Sent')
  expect([await usdcOf(friend), await usdcOf(address)]).toEqual([3, 997])
  await page.keyboard.press('Escape')

  // The oldest key is listed first.
  const removal = keys(page)
    .getByRole('button', { name: /^Remove the key: / })
    .first()
  const lost = /^Remove the key: (.+)$/.exec((await removal.getAttribute('aria-label')) ?? '')?.[1] ?? ''
  expect(['', second]).not.toContain(lost)
  await removal.click()
  await expect(page.getByRole('alertdialog')).toContainText('It signs for 48 more hours.')
  await confirm(page, 'Remove key').dblclick()
  await expect(keys(page)).toContainText(/Stops signing on .* unless one of your keys keeps it\./)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('A key is leaving your wallet')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await keys(page)
    .getByRole('button', { name: `Keep this key: ${lost}`, exact: true })
    .click()
  await confirm(page, 'Keep key').click()
  await expect(keys(page)).not.toContainText('unless one of your keys keeps it')
  await spare.remove()
  // It was answered, so it is asked no more.
  await page.goto(started.server.url)
  await expect(page.getByRole('button', { name: /^Wallet 0x/ })).toContainText('997.00 USDC')
  await expect(page.getByText('Would you still get in if you lost this device?')).toHaveCount(0)
})

test('an ordinary wallet becomes a key; a wrong address and a declined prompt change nothing [settings.keys-add]', async ({
  page,
}) => {
  const { device } = await joinWithUsdc(page, 'nova_wallet')
  await page.goto(`${started.server.url}/settings`)
  await keys(page).getByRole('button', { name: 'Add a wallet' }).click()
  const address = keys(page).getByRole('textbox', { name: 'Address of the wallet' })
  const next = keys(page).getByRole('button', { name: 'Continue' })
  await address.fill(started.chain.contracts.usdc)
  await next.click()
  await expect(keys(page)).toContainText('This is a contract, which signs nothing.')
  const added = freshWallet().address
  await address.fill(added)
  await next.click()
  await expect(page.getByRole('alertdialog')).toContainText('can then move everything your wallet holds')
  await device.agrees(false)
  await confirm(page, 'Add key').click()
  await expect(keys(page)).toContainText('No passkey was used')
  await expect(keys(page)).toContainText('One key opens this wallet')
  await device.agrees(true)
  await next.click()
  await confirm(page, 'Add key').click()
  await expectSaid(page, 'Keys Changed')
  await expect(keys(page)).toContainText(`Wallet ${added.slice(0, 6)}...${added.slice(-4)}`)
  // The only passkey stays, because Aura takes no other signature.
  await expect(keys(page)).toContainText('Your last passkey can’t be removed')
})

test('while Aura hands nothing in, an ordinary wallet sends what the passkey signed, once [settings.keys-own] [wallet.falls-back]', async ({
  page,
}) => {
  test.slow()
  const { address } = await joinWithUsdc(page, 'nova_alone')
  const sentBefore = await sentBy(CLEO)
  // Aura has no ETH, which it notices when it is asked.
  await page.route('**/api/relay', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'RELAY_UNAVAILABLE', message: 'x', data: { reason: 'empty' } } })
      : route.continue(),
  )
  await page.goto(`${started.server.url}/settings`)
  const first = freshWallet().address
  await keys(page).getByRole('button', { name: 'Add a wallet' }).click()
  await keys(page).getByRole('textbox', { name: 'Address of the wallet' }).fill(first)
  await keys(page).getByRole('button', { name: 'Continue' }).click()
  await confirm(page, 'Add key').click()
  await expect(keys(page)).toContainText('Aura has no ETH left for network fees. No money moved.')
  await expect(keys(page)).toContainText('One key opens this wallet')

  // The account isn't on the network yet, and the wallet's transaction brings it there.
  await keys(page).getByRole('button', { name: 'Connect Wallet' }).click()
  await wallet(page).getByRole('radio', { name: 'Cleo' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await expect(keys(page)).toContainText('sends what your passkey signs and pays the network’s fee')
  await keys(page).getByRole('button', { name: 'Continue' }).click()
  await confirm(page, 'Add key').dblclick()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Aura has no ETH left for network fees. The wallet you connected sends this one',
  )
  await expect(wallet(page)).toContainText('Hand in what a key of a passkey account signed.')
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expectSaid(page, 'Keys Changed')
  const added = `Wallet ${first.slice(0, 6)}...${first.slice(-4)}`
  await expect(keys(page).getByRole('button', { name: `Remove the key: ${added}` })).toBeVisible()
  expect(await sentBy(CLEO)).toBe(sentBefore + 1)

  // Aura is closed from the start, and the wallet declines first.
  await page.unroute('**/api/relay')
  await page.route('**/api/relay', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isOn: false } })
  })
  const handed: string[] = []
  page.on('request', (request) => request.method() === 'POST' && handed.push(new URL(request.url()).pathname))
  await page.reload()
  for (const answer of ['Reject', 'Confirm']) {
    await keys(page)
      .getByRole('button', { name: `Remove the key: ${added}` })
      .click()
    await confirm(page, 'Remove key').click()
    await wallet(page).getByRole('button', { name: answer }).click()
    if (answer === 'Reject') await expect(keys(page)).toContainText('You declined in your wallet')
  }
  await expect(keys(page).getByRole('button', { name: `Keep this key: ${added}` })).toBeVisible()
  await expect(keys(page)).toContainText(/Stops signing on .* unless one of your keys keeps it\./)
  expect(handed).not.toContain('/api/relay')
  expect(await sentBy(CLEO)).toBe(sentBefore + 2)
  expect(await usdcOf(address)).toBe(1_000)
})
