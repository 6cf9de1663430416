import { freshWallet, joinByCalls } from '../support/by-calls.ts'
import { type ChainServer, startChainServer } from '../support/chain-server.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'
import { vouchOnChain } from '../support/wallets/pay-on-chain.ts'

const SEED = freshWallet()

let started: ChainServer
test.beforeAll(async () => {
  started = await startChainServer({ TRUST_SEEDS: SEED.address, DEMO_DATA: 'off' })
})
test.afterAll(() => started?.stop())
test.use({ timezoneId: 'UTC' })

async function join(browser: Browser, username: string, wallet = freshWallet()) {
  const context = await browser.newContext()
  const { url } = started.server
  await joinByCalls(context.request, url, username, wallet)
  const { id } = await (await context.request.get(`${url}/api/auth/user`)).json()
  return { id: id as string, username, wallet, request: context.request }
}
type Joined = Awaited<ReturnType<typeof join>>

const pay = (from: Joined, to: Joined, usdc: number) =>
  vouchOnChain(started.chain, from.wallet, to.wallet.address, usdc)

const trustOf = async ({ id, request }: Joined): Promise<number> =>
  (await (await request.get(`${started.server.url}/api/users/${id}`)).json()).trust.points

const figure = (page: Page) =>
  page
    .getByRole('term')
    .filter({ hasText: /^Trust$/ })
    .locator('..')

test('a payment there and back shows no Trust, and everyone can read why [trust.there-and-back] [trust.profile] [trust.route] [trust.board]', async ({
  page,
  browser,
}) => {
  const { url } = started.server
  const seed = await join(browser, 'seed_sara', SEED)
  const [ada, bo] = [await join(browser, 'trusted_ada'), await join(browser, 'round_bo')]
  await pay(seed, ada, 100)
  await pay(ada, bo, 20)
  await expect.poll(() => trustOf(bo)).toBeGreaterThan(0)
  await pay(bo, ada, 20)
  await expect.poll(() => trustOf(bo)).toBe(0)

  await joinByCalls(page.request, url, 'curious_cy')
  await page.goto(`${url}/user/${bo.id}`)
  await expect(figure(page)).toContainText('less than one point reaches them')
  await page.goto(`${url}/user/${ada.id}`)
  await expect(figure(page)).toContainText('from 1 person')
  await expect(page.getByRole('region', { name: 'Trust' })).toContainText('seed_sara')
  await checkVisualsAndA11y(page, 'profile-trust-desktop')

  await page.goto(`${url}/leaderboard`)
  await page.getByRole('radio', { name: 'Trust' }).click()
  await expect(page.getByRole('list', { name: 'People with the most Trust' })).toContainText('trusted_ada')
  // The position is by Aura Points, so it is not shown.
  await expect(page.getByRole('region', { name: 'Your Position' })).toHaveCount(0)
  await checkVisualsAndA11y(page, 'leaderboard-trust-desktop')

  await page.getByRole('link', { name: 'How it works' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trust' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Seeds' })).toContainText('seed_sara')
  await expect(page.getByRole('list', { name: 'People with the most Trust' })).not.toContainText('round_bo')
  await checkVisualsAndA11y(page, 'trust-desktop')
  await page.setViewportSize({ width: 390, height: 844 })
  await checkVisualsAndA11y(page, 'trust-phone')
})
