import { privateKeyToAccount } from 'viem/accounts'
import { DEMO_ACCOUNTS } from '../../web/src/dev/demo-wallet/accounts.ts'
import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { type BaseLikeServer, startBaseLikeServer } from './support/chain-server.ts'
import { joinWith, wallet } from './support/person.ts'
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from './support/test.ts'
import { announceWallet } from './support/wallets/announce-wallet.ts'

const HOUR_MS = 3_600_000

// All tests share the server: battles run after the tests that need the chain, whose clock is real.
let started: BaseLikeServer
let beganMs: number
test.beforeAll(async () => {
  beganMs = Date.now()
  started = await startBaseLikeServer(new Date(beganMs).toISOString())
})
test.afterAll(async () => {
  expect(await started?.server.audit()).toEqual([])
  await started?.stop()
})
// Small, because the motion may be rendered in software.
const viewport = { width: 960, height: 720 }
test.use({ timezoneId: 'UTC', viewport, contextOptions: { reducedMotion: 'no-preference' } })

type Press = (page: Page, control: Locator) => Promise<() => Promise<void>>

/** Clicks at the control's first position. */
const pointer: Press = async (page, control) => {
  await control.click({ trial: true })
  const box = await control.boundingBox()
  if (!box) throw new Error('the control is not to be seen')
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Presses Enter on the focused element, whichever it is. */
const enter: Press = async (page, control) => {
  await control.focus()
  return () => page.keyboard.press('Enter')
}

/** Presses at least twice, until the control is gone. */
async function pressRepeatedly(page: Page, control: Locator, how: Press, surface: Locator = control): Promise<void> {
  const press = await how(page, control)
  await press()
  do await press()
  while ((await surface.count()) > 0)
}

/** Counts calls. Returns a function that resolves with the number once all have responses. */
function callsOf(page: Page, path: RegExp): () => Promise<number> {
  const answers: Promise<unknown>[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(new URL(request.url()).pathname)) answers.push(request.response())
  })
  return async () => (await Promise.all(answers)).length
}

const lively = (browser: Browser) => browser.newContext({ timezoneId: 'UTC', viewport, reducedMotion: 'no-preference' })

async function somebody(context: BrowserContext, name: string, purse: { ap?: number; steeze?: number }, account = -1) {
  const demo = DEMO_ACCOUNTS[account]
  const wallet = demo && privateKeyToAccount(demo.privateKey)
  const person = await fighter(started.server, context.request, name, purse, wallet)
  return { ...person, page: await context.newPage() }
}

const get = async <T>({ request }: Pick<Fighter, 'request'>, path: string): Promise<T> =>
  (await (await request.get(started.server.url + path)).json()) as T
const steezeOf = (who: Fighter) =>
  get<{ purchasedSteeze: number; battleEarnedSteeze: number }>(who, '/api/steeze/balance')
const userOf = (who: Fighter) => get<{ auraPoints: number; availableAuraPoints: number }>(who, '/api/auth/user')

// Runs first, because redemption fails once Steeze unknown to the chain was credited.
test('pressing again sends no second transaction of a vouch, a purchase or a redemption, though the wallet agrees at once', {
  tag: '@smoke',
}, async ({ context }) => {
  const { server, chain } = started
  const esi = await somebody(context, 'esi_twice', {}, 4)
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('this context has no browser')
  const kofi = await fighter(server, other.request, 'kofi_twice')
  const account = DEMO_ACCOUNTS[4]?.address ?? ''
  const { page } = esi
  await announceWallet(page, { account, rpcUrl: chain.rpcUrl, name: 'Agreeing Wallet', canBatch: false })
  const usdc = async () => (await get<{ balance: number }>(esi, `/api/wallet/usdc-balance/${account}`)).balance

  // The celebrations may have been dismissed already.
  const goOn = page.getByRole('button', { name: 'Keep going' })
  await page.addLocatorHandler(goOn, () => goOn.click())
  await page.goto(`${server.url}/user/${kofi.id}`)
  for (const [vouched, how] of [pointer, enter].entries()) {
    await page.getByRole('button', { name: /^Vouch( More|$)/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Vouch for/ })
    const now = dialog.getByRole('button', { name: 'Vouch Now' })
    await pressRepeatedly(
      page,
      how === pointer ? now : dialog.getByRole('textbox', { name: 'USDC amount' }),
      how,
      dialog,
    )
    await expect(page.getByText(`Vouched ${vouched + 1}.00 USDC`)).toBeVisible()
    await expect.poll(usdc).toBe(1_000 - vouched - 1)
  }

  await page.goto(`${server.url}/steeze-stack`)
  await page.getByRole('textbox', { name: 'USDC amount' }).fill('5')
  const press = await pointer(page, page.getByRole('button', { name: 'Buy Steeze' }))
  await press()
  do await press()
  while ((await goOn.count()) === 0)
  await expect.poll(async () => (await steezeOf(esi)).purchasedSteeze).toBe(50)
  await expect(page.getByRole('textbox', { name: 'USDC amount' })).toHaveValue('')
  expect(await usdc()).toBe(993)
  expect(await get<unknown[]>(esi, '/api/steeze/transactions')).toHaveLength(1)

  await server.earn(esi.id, 40)
  await page.reload()
  const redemptions = callsOf(page, /\/steeze\/redeem$/)
  await page.getByRole('textbox', { name: 'Steeze amount' }).fill('10')
  const again = await pointer(page, page.getByRole('button', { name: 'Redeem', exact: true }))
  await again()
  do await again()
  while ((await steezeOf(esi)).battleEarnedSteeze === 40)
  await expect.poll(usdc).toBe(993.7)
  await expect(page.getByRole('textbox', { name: 'Steeze amount' })).toHaveValue('')
  expect(await redemptions()).toBe(1)
  expect(await steezeOf(esi)).toMatchObject({ battleEarnedSteeze: 30, purchasedSteeze: 10 })
  await other.close()
})

test('a challenge sent twice is made once, and accepted twice holds the stake once', async ({ browser }) => {
  const { server } = started
  const ada = await somebody(await lively(browser), 'ada_twice', { ap: 1_000 })
  const bo = await somebody(await lively(browser), 'bo_twice', { ap: 1_000 })
  await ada.page.goto(`${server.url}/battles`)
  const challenges = callsOf(ada.page, /^\/api\/battles$/)
  for (const how of [pointer, enter]) {
    await ada.page.getByRole('button', { name: 'Create Battle' }).first().click()
    const form = ada.page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
    await form.getByLabel('Opponent').fill('bo_twice')
    await form.getByRole('button', { name: /bo_twice/ }).click()
    const send = form.getByRole('button', { name: 'SEND BATTLE REQUEST' })
    await pressRepeatedly(ada.page, how === pointer ? send : form.getByLabel('Title'), how, form)
  }
  expect(await challenges()).toBe(2)
  expect(await get<unknown[]>(ada, '/api/battles/user')).toHaveLength(2)
  // All of them have a wallet bonus of 100 AP.
  expect(await userOf(ada)).toMatchObject({ availableAuraPoints: 900 })

  await bo.page.goto(`${server.url}/battles`)
  const accepted = callsOf(bo.page, /\/accept$/)
  const accept = bo.page.getByRole('main').getByRole('button', { name: /^Accept: / })
  await expect(accept).toHaveCount(2)
  const press = await pointer(bo.page, accept.first())
  await press()
  await press()
  await expect(accept).toHaveCount(1)
  expect(await accepted()).toBe(1)
  expect(await userOf(bo)).toMatchObject({ availableAuraPoints: 1_000 })
})

test('a gift pressed again while its sheet leaves is given once', { tag: '@smoke' }, async ({ browser, context }) => {
  const { server } = started
  const [a, b] = await Promise.all([lively(browser), lively(browser)])
  const di = await fighter(server, a.request, 'di_twice')
  const eli = await fighter(server, b.request, 'eli_twice')
  const cy = await somebody(context, 'cy_twice', { steeze: 500 })
  const startsAt = new Date(beganMs + HOUR_MS).toISOString()
  const id = await challengeByCalls(server, di, eli, { startsAt, stake: 10 })
  await callAs(server, eli, `/api/battles/${id}/accept`)
  await server.setClock(new Date(beganMs + HOUR_MS + 60_000).toISOString())
  await cy.page.goto(`${server.url}/battles/${id}`)
  const gifts = callsOf(cy.page, /\/(gift|vote)$/)
  for (const how of [pointer, enter]) {
    await cy.page.getByRole('button', { name: 'Gift Steeze to di_twice' }).click()
    const sheet = cy.page.getByRole('dialog', { name: 'Gift Steeze' })
    const gift = sheet.getByRole('button', { name: 'Gift', exact: true })
    await pressRepeatedly(cy.page, how === pointer ? gift : sheet.getByLabel('Amount', { exact: true }), how, sheet)
  }
  await expect.poll(async () => (await steezeOf(cy)).purchasedSteeze).toBeLessThan(490)
  expect(await gifts()).toBe(2)
  expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: 480 })
  expect(await get(cy, `/api/battles/${id}`)).toMatchObject({ challengerVotes: 20 })
  expect(await get<unknown[]>(cy, `/api/battles/${id}/votes`)).toHaveLength(2)
})

// Runs last, because its battle stays live, and the list of battles then opens on live ones.
test('a visitor joins from a live battle, buys in the gift sheet and gifts, each once [battles.gift-get-steeze] [battles.gift-signed-out]', async ({
  browser,
  context,
}) => {
  const { server } = started
  const [a, b] = await Promise.all([lively(browser), lively(browser)])
  const uma = await fighter(server, a.request, 'uma_live', { ap: 100 })
  const vic = await fighter(server, b.request, 'vic_live', { ap: 100 })
  const startsAt = new Date(beganMs + 2 * HOUR_MS).toISOString()
  const id = await challengeByCalls(server, uma, vic, { startsAt, stake: 10 })
  await callAs(server, vic, `/api/battles/${id}/accept`)
  await server.setClock(new Date(beganMs + 2 * HOUR_MS + 60_000).toISOString())

  const page = await context.newPage()
  await page.goto(`${server.url}/battles/${id}`)
  await page.getByRole('link', { name: 'Join to gift to vic_live' }).click()
  await joinWith(page, 'Farid')
  await expect(page).toHaveURL(`${server.url}/battles/${id}`)
  const purse = async () => (await (await page.request.get(`${server.url}/api/steeze/balance`)).json()).purchasedSteeze

  await page.getByRole('button', { name: 'Gift Steeze to vic_live' }).click()
  const sheet = page.getByRole('dialog', { name: 'Gift Steeze' })
  await expect(sheet.getByText('Steeze is what you gift in battles')).toBeVisible()
  await sheet.getByLabel('Amount', { exact: true }).fill('30')
  await sheet.getByRole('button', { name: 'Get Steeze' }).click()
  const shop = page.getByRole('dialog', { name: 'Get Steeze' })
  await expect(shop.getByRole('heading', { name: 'Get Steeze' })).toBeFocused()
  await expect(shop.getByText('You will receive 30 STEEZE')).toBeVisible()
  await shop.getByRole('button', { name: 'Buy Steeze' }).dblclick()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(sheet.getByText('Your 30 Steeze are here.')).toBeVisible()
  expect(await purse()).toBe(30)
  await expect(sheet.getByLabel('Amount', { exact: true })).toHaveValue('30')
  const gift = sheet.getByRole('button', { name: 'Gift', exact: true })
  await expect(gift).toBeFocused()
  await pressRepeatedly(page, gift, pointer, sheet)
  await expect.poll(purse).toBe(0)
  expect(await get(uma, `/api/battles/${id}`)).toMatchObject({ opponentVotes: 30 })
  expect(await get<unknown[]>(uma, `/api/battles/${id}/votes`)).toHaveLength(1)
})
