import { joinByCalls } from './support/by-calls.ts'
import { reach } from './support/keyboard.ts'
import { startAs } from './support/person.ts'
import { expectSaid, rememberSaid } from './support/said.ts'
import { serverForEach } from './support/server-for.ts'
import { expect, type Page, test } from './support/test.ts'

const START = '2026-03-02T12:00:00Z'
const LINKS = { docs: 'https://docs.aura.example', x: 'https://x.example/aura', chat: null }

const server = serverForEach({ startAt: START, settings: { links: LINKS } })
test.use({ timezoneId: 'UTC' })

const join = (page: Page) => page.getByRole('dialog', { name: 'Join Aura' })
const login = (page: Page) => page.getByRole('button', { name: 'LOGIN' }).first()
const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
const ranks = (page: Page) => page.locator('#rankings li')

function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

test('a visitor sees figures and rankings, and both update when users join [landing.text-hero-legends] [landing.text-hero-aura-status] [landing.const-rankings-length] [landing.rankings-row] [landing.rankings-link] [landing.no-battles-call]', {
  tag: '@smoke',
}, async ({ page, playwright }) => {
  const request = await playwright.request.newContext()
  for (const name of ['ada', 'bo_', 'cleo', 'dmitri']) await joinByCalls(request, server.url, name)
  const calls = callsOf(page)
  await page.clock.install({ time: START })
  await page.goto(server.url)
  await expect(figure(page, 'LEGENDS')).toHaveText('4')
  const status = figure(page, 'AURA STATUS')
  await expect(status.getByText('Unlit')).toBeVisible()
  await status.getByText('Unlit').click()
  await expect(status.getByText('Your ring has no line yet. One lesson lights the first.')).toBeVisible()
  await status.getByText('Unlit').click()
  await expect(figure(page, 'LIVE NOW')).toHaveText('0')
  await page.getByRole('heading', { name: 'Aura rankings' }).scrollIntoViewIfNeeded()
  await expect(ranks(page)).toHaveCount(4)
  await expect(ranks(page).filter({ hasText: 'ada' })).toContainText(/0 battles won.*0 days.*100 AP/)
  await expect(ranks(page).filter({ has: page.locator('.lucide') })).toHaveCount(3)
  await expect(ranks(page).filter({ hasText: 'ada' }).getByRole('link')).toHaveAttribute(
    'href',
    /^\/user\/[0-9a-f-]{36}$/,
  )

  for (const name of ['esi_', 'femi']) await joinByCalls(request, server.url, name)
  const asked = (path: string) => calls.filter((call) => call === path).length
  // The paused clock makes the rest independent of the machine's speed.
  await page.clock.pauseAt(Date.parse(START) + 20_000)
  await page.clock.runFor(9_000)
  expect([asked('/api/stats'), asked('/api/leaderboard')]).toEqual([1, 1])
  await page.clock.runFor(20_000)
  await page.clock.resume()
  await expect(figure(page, 'LEGENDS')).toHaveText('6')
  expect([asked('/api/stats'), asked('/api/leaderboard')]).toEqual([2, 1])
  await page.clock.runFor(31_000)
  await expect(ranks(page)).toHaveCount(5)
  expect(calls.filter((path) => path.startsWith('/api/battles'))).toEqual([])
  await request.dispose()
})

test('a visitor is not asked who they are; a hint without a session is asked once, and goes', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const calls = callsOf(page)
  await page.goto(server.url)
  await expect(figure(page, 'LEGENDS')).toHaveText('0')
  expect(calls).not.toContain('/api/auth/user')
  expect(complaints).toEqual([])

  await page.context().addCookies([{ name: 'aura_signed_in', value: '1', url: server.url }])
  await page.reload()
  await expect(login(page)).toBeVisible()
  expect(calls.filter((path) => path === '/api/auth/user')).toHaveLength(1)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('aura_signed_in')
  await page.reload()
  await expect(figure(page, 'LEGENDS')).toHaveText('0')
  expect(calls.filter((path) => path === '/api/auth/user')).toHaveLength(1)
})

test('while the session is checked, the page shows neither state [landing.skeleton] [frame.loading-screen] [access.state-auth-loading]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Ada')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/user', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Loading Aura...' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"] header')).toBeVisible()
  await expect(page.getByRole('button', { name: 'LOGIN' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
})

test('a logout that fails says so and leaves everything as it is [access.text-logout-failed]', async ({ page }) => {
  await rememberSaid(page)
  await startAs(page, server.url, 'Ada')
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectSaid(page, 'Logout failed')
  await expectSaid(page, 'Please try again')
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1_440, height: 900 },
]) {
  test(`the headline arrives with the page, where the app leaves it, at ${viewport.width} pixels [landing.first-picture]`, async ({
    page,
  }) => {
    const app = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await app.promise
      await route.continue()
    })
    await page.setViewportSize(viewport)
    await page.goto(server.url, { waitUntil: 'commit' })
    const headline = page.locator('.headline')
    await expect(headline).toBeVisible()
    await page.waitForFunction(() => document.fonts.check('850 16px "Aura Headline"'))
    const before = await headline.boundingBox()
    app.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const after = await headline.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? Number.NaN))).toBeLessThan(4)
    expect(after).toMatchObject({ x: before?.x, height: before?.height })
  })
}

test('the first step is a lesson, and stays in reach past the hero, where a battle is in sight [landing.first-step]', async ({
  page,
}) => {
  await page.goto(server.url)
  const first = page.getByRole('link', { name: 'Try a lesson' })
  await expect(first).toHaveCount(1)
  await expect(page.getByText(/^For creators and beginners: learn crypto in a few minutes a day/)).toBeInViewport()
  await page.getByRole('heading', { name: 'One line a day' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('banner').getByRole('button', { name: 'LOGIN' })).toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'Try a lesson' }).click()
  await expect(page.getByRole('heading', { name: 'Light your first line' })).toBeInViewport()
})

test('every text and link of the frame leads somewhere [landing.text-top-bar] [landing.text-trending-badge] [landing.text-tagline] [landing.text-beta-badge] [landing.text-rankings-title] [landing.text-footer-network] [landing.text-footer-mission] [landing.text-footer-built-on] [landing.text-footer-copyright] [landing.footer-outward-links] [landing.footer-real-links] [landing.text-username-fallback]', async ({
  page,
}) => {
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Build your aura')
  await expect(page.getByText('BETA', { exact: true })).toBeVisible()
  // Sections below the fold are loaded on demand.
  await page.keyboard.press('End')
  const footer = page.getByRole('contentinfo')
  for (const text of [
    'Creators & Streamers Social Network',
    'Transforming Web3 education through gamified social learning',
    'Built on Aura Local',
    `© ${new Date().getUTCFullYear()} Aura`,
  ]) {
    await expect(footer.getByText(text)).toBeVisible()
  }
  await expect(footer.getByRole('link', { name: 'Docs' })).toHaveAttribute('href', LINKS.docs)
  await expect(footer.getByRole('link', { name: 'X', exact: true })).toHaveAttribute('href', LINKS.x)
  await expect(footer.getByRole('link', { name: 'Community' })).toHaveCount(0)
  const targets = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '#'))
  for (const target of targets) {
    expect(target).not.toBe('#')
    if (target.startsWith('#')) await expect(page.locator(target)).toBeAttached()
    else if (target.startsWith('/')) expect((await page.request.get(server.url + target)).status()).toBe(200)
    else expect(Object.values(LINKS)).toContain(target)
  }

  const entry = {
    id: crypto.randomUUID(),
    username: '',
    rank: 1,
    profileImageUrl: null,
    totalBattlesWon: 0,
    auraPoints: 1,
    currentStreak: 0,
  }
  await page.route('**/api/leaderboard', (route) => route.fulfill({ json: [entry] }))
  await page.reload()
  await page.getByRole('heading', { name: 'Aura rankings' }).scrollIntoViewIfNeeded()
  await expect(ranks(page)).toContainText('Aura Creator')
  await page.keyboard.press('End')

  await expect(page.getByRole('link', { name: 'TRENDING' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'TRENDING' })).toBeHidden()

  // The first page loads the code for navigation on demand.
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeFocused()
  await expect(page.getByText('Aura is in closed beta on Aura Local.')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Build your aura' })).toBeFocused()
})

test('the Join dialog is closed on arrival, opens by LOGIN and closes again, with keys too [landing.state-join-dialog] [landing.text-join-title] [landing.join-wallet-card]', async ({
  page,
}) => {
  await page.goto(server.url)
  await expect(login(page)).toBeVisible()
  await expect(join(page)).toHaveCount(0)
  await login(page).click()
  await expect(join(page).getByRole('button', { name: 'Aura Demo Wallet' })).toBeVisible()
  await expect(join(page).getByText('USDC')).toHaveCount(0)
  await join(page).getByRole('button', { name: 'Close' }).click()
  await expect(join(page)).toHaveCount(0)

  await page.reload()
  await reach(page, 'LOGIN')
  await page.keyboard.press('Enter')
  await expect(join(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(join(page)).toHaveCount(0)
  await expect(login(page)).toBeFocused()
})
