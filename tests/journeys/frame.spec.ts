import { joinByCalls } from './support/by-calls.ts'
import { joinAs, joinDialog } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

const START = '2026-02-26T12:00:00Z'
const PHONE = { width: 390, height: 844 }

const server = serverForAll({ startAt: START })
test.use({ timezoneId: 'UTC' })
test.beforeEach(async ({ page }) => {
  await joinByCalls(page.request, server.url)
})

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Level Up Today' })
const streakTitle = (page: Page) => page.getByRole('heading', { name: /day streak$/, level: 1 })

// The benchmark `first-load` measures the same on a slow phone.
test('a first visit makes at most 25 requests, and its page names all code but what follows its first picture [frame.first-page]', {
  tag: '@smoke',
}, async ({ page }) => {
  const { id } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  for (const path of ['/', '/leaderboard', `/user/${id}`]) {
    const visitor = await page.context().newPage()
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url().slice(server.url.length)))
    // The stream is the last request of a screen.
    const streams = visitor.waitForRequest((request) => request.url().includes('/api/live?'))
    const body = (await (await visitor.goto(server.url + path))?.text()) ?? ''
    await streams
    expect(asked.length, path).toBeLessThanOrEqual(25)
    // What the page names is asked for, and once.
    const named = [...body.matchAll(/<link rel="(?:modulepreload|preload|stylesheet)"[^>]* href="([^"]+)"/g)]
    for (const [, href = ''] of named)
      expect(asked.filter((address) => address === href.replaceAll('&amp;', '&'))).toHaveLength(1)
    const unnamed = asked.filter(
      (address) => /^\/assets\/.*\.(?:js|css)$/.test(address) && !body.includes(`"${address}"`),
    )
    expect(unnamed, path).toEqual([expect.stringMatching(/^\/assets\/afterwards-/)])
    await visitor.close()
  }
})

test('another screen begins at its heading, has its title, and is found where it was left', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 500 })
  await page.goto(server.url)
  await expect(dashboard(page)).toBeVisible()
  await expect(page).toHaveTitle('Dashboard — Aura')
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const left = await page.evaluate(() => scrollY)
  await page.getByRole('link', { name: '0 day streak' }).click()
  await expect(streakTitle(page)).toBeFocused()
  await expect(page).toHaveTitle('Streak — Aura')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('the bar and the account menu lead everywhere [frame.text-nav-leaderboard] [frame.text-nav-steeze] [frame.text-avatar-menu]', async ({
  page,
}) => {
  const { id } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await page.goto(server.url)
  const bar = page.getByRole('navigation', { name: 'Main' })
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  }
  const avatar = page.getByRole('button', { name: 'Account menu' }).locator('svg, img').first()
  const aside = Math.abs((await middleOf(avatar)) - (await middleOf(bar)))
  expect(aside, 'stands beside the middle of the bar').toBeLessThanOrEqual(1)
  const menu = (name: string) => async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  }
  for (const [go, path] of [
    [() => bar.getByRole('link', { name: 'Trending' }).click(), '/leaderboard'],
    [() => bar.getByRole('link', { name: 'Steeze Recharge' }).click(), '/steeze-stack'],
    [menu('Profile'), `/profile/${id}`],
    [menu('Settings'), '/settings'],
  ] as const) {
    await go()
    await expect(page).toHaveURL(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Build your aura' })).toBeVisible()
})

test('public screens offer visitors a way to sign in [frame.text-visitor-connect] [frame.text-visitor-connect-mobile] [access.state-role-chrome] [access.route-auth]', async ({
  page,
}) => {
  const battle = `${server.url}/battles/11111111-1111-4111-8111-111111111111`
  const banner = page.getByRole('banner')
  const own = [
    banner.getByRole('button', { name: /^Notifications/ }),
    banner.getByRole('button', { name: /^Wallet 0x\w{4}\.\.\.\w{4}$/ }),
    banner.getByRole('button', { name: 'Account menu' }),
  ]
  await page.goto(battle)
  for (const each of own) await expect(each).toBeVisible()
  await page.context().clearCookies()
  await page.goto(battle)
  await expect(banner.getByRole('link', { name: 'Connect', exact: true })).toBeVisible()
  for (const each of own) await expect(each).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Connect', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.setViewportSize(PHONE)
  await page.goto(battle)
  const connect = page.getByRole('banner').getByRole('link', { name: 'Connect Wallet' })
  await expect(connect).toHaveAttribute('href', '/auth')
  await connect.click()
  await expect(joinDialog(page)).toBeVisible()
})

test('a phone has tabs in reach of the thumb, and a menu that closes when one follows a link in it [frame.mobile-menu]', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto(server.url)
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Trending' }).click()
  await expect(tabs.getByRole('link', { name: 'Trending' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current', 'page')
  const box = await tabs.boundingBox()
  expect([box?.height, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([64, PHONE.height])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(dashboard(page)).toBeVisible()
  await page.setViewportSize({ width: 1_440, height: 900 })
  await expect(tabs).toBeHidden()
})

test('logging out in one tab logs out the others', async ({ page, context }) => {
  await page.goto(`${server.url}/streak`)
  await expect(streakTitle(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(server.url)
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(messages(page)).toContainText('You logged out in another tab.')
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
})

test('signing in in one tab signs in the others, which go to their destinations', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto(`${server.url}/?join=1&next=${encodeURIComponent('/settings?tab=1#sessions')}`)
  await expect(joinDialog(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(server.url)
  await joinAs(other, 'Ada')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/settings?tab=1#sessions`)
  // A signed-in user's link and a foreign `next` behave the same.
  await other.goto(`${server.url}/?join=1&next=%2Fstreak`)
  await expect(other).toHaveURL(`${server.url}/streak`)
  await other.goto(`${server.url}/?join=1&next=${encodeURIComponent('//evil.example')}`)
  await expect(dashboard(other)).toBeVisible()
  await expect(other).toHaveURL(`${server.url}/`)
})

test('a screen that breaks leaves the way elsewhere, and loads again when the network is back', async ({
  page,
  context,
}) => {
  await page.route('**/assets/streak-screen*', (route) => route.abort())
  await page.goto(`${server.url}/streak`)
  const broken = page.getByRole('heading', { name: 'Something broke' })
  await expect(broken).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  const streak = page.getByRole('link', { name: '0 day streak' })
  await expect(streak).toBeVisible()
  await context.setOffline(true)
  await streak.click()
  await expect(broken).toBeVisible()
  await page.unroute('**/assets/streak-screen*')
  await context.setOffline(false)
  await expect(streakTitle(page)).toBeVisible()
})

test('the theme follows the system until one chooses, and again when the choice is the same', async ({ page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(server.url)
  await expect(dashboard(page)).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(theme).toBe('dark')
  await page.reload()
  await expect.poll(theme).toBe('dark')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Light theme' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
})
