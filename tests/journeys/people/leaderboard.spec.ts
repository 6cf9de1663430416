import { joinByCalls } from '../support/by-calls.ts'
import { joinDialog, joinWith, learnByCalls } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const START = '2026-03-02T12:00:00Z'
const CROWD = ['adaezelive', 'kemi_onchain', 'yukidrops', 'marcoreads', 'tobi_wav', 'zainabplays', 'obi_live']

let server: ClockServer
test.beforeAll(async ({ playwright }) => {
  server = await startClockServer({ startAt: START })
  for (const username of CROWD) {
    const request = await playwright.request.newContext()
    await joinByCalls(request, server.url, username)
    await request.dispose()
  }
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

const rows = (page: Page) => page.getByRole('region', { name: 'Ranking' }).getByRole('listitem')
const mine = (page: Page) => page.getByRole('region', { name: 'Your Position' })

async function arrive(page: Page, username: string): Promise<void> {
  await joinByCalls(page.request, server.url, username)
  await page.goto(`${server.url}/leaderboard`)
  await expect(mine(page)).toContainText('AP')
}

test('the leaderboard shows points and the viewer’s position [leaderboard.stat-cards] [leaderboard.text-your-position] [leaderboard.medals] [leaderboard.row] [leaderboard.text-levels-card] [leaderboard.levels-sorted] [leaderboard.text-start-learning] [leaderboard.text-enter-battle]', {
  tag: '@smoke',
}, async ({ page }) => {
  await arrive(page, 'wwwwwwwwww_mmmmmmmmm')
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
  const figures = page.locator('dl').first()
  await expect(figures).toContainText(/creators registered\s*8/)
  await expect(figures).toContainText(/total aura\s*800/)
  await expect(figures).toContainText(/average aura per creator\s*100/)
  await expect(mine(page)).toContainText(/Your Position\D*8/)
  await expect(mine(page)).toContainText(/100 AP\s*0 days/)
  await expect(rows(page)).toHaveCount(8)
  await expect(rows(page).nth(0)).toContainText(/1.*adaezelive.*Clout Chaser.*0 days.*100 AP/)
  await expect(rows(page).nth(7)).toContainText('wwwwwwwwww_m…')
  await expect(rows(page).getByRole('img', { name: /Crown|Medal/ })).toHaveCount(3)
  const around = page.getByRole('region', { name: 'Around you' })
  await expect(around.getByRole('listitem')).toHaveCount(6)
  const levels = page.getByRole('region', { name: 'Aura Level System' }).getByRole('listitem')
  await expect(levels).toContainText(['Clout Chaser', 'Attention Seeker', 'Dedicated', 'Grinder', 'Aura Vader'])
  await expect(levels.first()).toContainText(/You\s*0 to 4 days\s*1.0x/)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trending' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await rows(page).nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'kemi_onchain' })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/user\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'Back to Leaderboard' }).click()
  await page.getByRole('link', { name: 'Enter Battle' }).click()
  await expect(page.getByRole('heading', { name: 'Live Battles', level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/battles')
  await page.goBack()
  await page.getByRole('link', { name: 'Start Learning' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
})

test('creators are found although they are not spelt right, in one call a pause [leaderboard.text-find-creators] [leaderboard.search-empty] [leaderboard.search-error-empty]', async ({
  page,
}) => {
  await arrive(page, 'finder_one')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/users/search') asked.push(searchParams.get('q') ?? '')
  })
  const find = page.getByRole('region', { name: 'Find Creators' })
  const field = find.getByRole('searchbox')
  await field.pressSequentially('yuki', { delay: 30 })
  await expect(find.getByRole('listitem')).toContainText(['yukidrops'])
  await field.fill('   ')
  await expect(find.getByRole('listitem')).toHaveCount(0)
  await field.fill('zianabplays')
  await expect(find.getByRole('listitem').first()).toContainText('zainabplays')
  expect(asked).toEqual(['yuki', 'zianabplays'])
  await field.fill('xqzv')
  await expect(find.getByText('No creators found')).toBeVisible()
  await page.route('**/api/users/search*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await field.fill('kemi')
  await expect(find.getByText('No creators found')).toBeVisible()
  await expect(find.getByRole('listitem')).toHaveCount(0)
})

test('others move before my eyes, and I keep the place I read at [leaderboard.live]', async ({ page, playwright }) => {
  const climbers = await Promise.all(
    ['climber_one', 'climber_two'].map(async (username) => {
      const request = await playwright.request.newContext()
      await joinByCalls(request, server.url, username)
      return { request, row: rows(page).filter({ hasText: username }) }
    }),
  )
  const [one, two] = climbers as [(typeof climbers)[number], (typeof climbers)[number]]
  await arrive(page, 'watcher')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/leaderboard/page')) asked.push(request.url())
  })
  const link = one.row.getByRole('link')
  await link.focus()
  await expect(one.row).not.toHaveAttribute('aria-posinset', /^[12]$/)
  await learnByCalls(one, server.url)
  await expect(one.row).toHaveAttribute('aria-posinset', /^[12]$/)
  await expect(one.row).toContainText('140 AP')
  await expect(link).toBeFocused()

  // A new row above must not move the visible ones.
  await page.setViewportSize({ width: 390, height: 500 })
  const read = rows(page).filter({ hasText: 'obi_live' })
  await read.evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 150))
  const top = () => read.evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const place = Number(await read.getAttribute('aria-posinset'))
  const before = await top()
  await learnByCalls(two, server.url)
  await expect(read).toHaveAttribute('aria-posinset', String(place + 1))
  await expect.poll(top).toBe(before)
  expect(asked, 'the first page comes by the live stream').toEqual([])
  for (const { request } of climbers) await request.dispose()
})

const manyEntries = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    rank: index + 1,
    username: `creator_${index + 1}`,
    profileImageUrl: null,
    totalBattlesWon: 0,
    auraPoints: 1_000_000_000 - index * 10_000,
    currentStreak: index % 40,
  }))

test('a hundred thousand rows stay a few in the page', async ({ page }) => {
  const entries = manyEntries(100_000)
  const body = JSON.stringify({ entries, next: null, total: entries.length })
  // The live stream would bring the real ranking.
  await page.route('**/api/live?*', (route) => route.abort())
  await page.route('**/api/leaderboard/page*', (route) => route.fulfill({ contentType: 'application/json', body }))
  await arrive(page, 'scroller')
  await expect(rows(page).first()).toContainText('creator_1')
  // With reduced motion sizes change at once.
  const taller = await page.getByRole('region', { name: 'Ranking' }).evaluate((region) => {
    const height = () => region.getBoundingClientRect().height
    const before = height()
    region.style.paddingBottom = '500px'
    const by = height() - before
    region.style.paddingBottom = ''
    return by
  })
  expect(Math.round(taller)).toBe(500)
  for (const [share, rank] of [
    [0.25, /^2[45],\d{3}$/],
    [0.5, /^(49|50),\d{3}$/],
    [1, /^99,\d{3}$/],
  ] as const) {
    await page.evaluate((to) => scrollTo(0, document.body.scrollHeight * to), share)
    await expect(rows(page).first().locator('.num').first()).toHaveText(rank)
    expect(await rows(page).count()).toBeLessThan(60)
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(rows(page).last()).toContainText('100,000')
  await expect(rows(page).last()).toHaveAttribute('aria-setsize', '100000')
})

test('on a phone the ranking continues only on request, and my place stays in sight above the tabs', async ({
  page,
}) => {
  const entries = manyEntries(130)
  await page.route('**/api/live?*', (route) => route.abort())
  await page.route('**/api/leaderboard/page*', (route) => {
    const isFirst = !route.request().url().includes('after=')
    const answer = isFirst ? { entries: entries.slice(0, 30), next: '30' } : { entries: entries.slice(30), next: null }
    return route.fulfill({ json: { ...answer, total: entries.length } })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, 'phone_two')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('link', { name: 'Enter Battle' })).toBeInViewport()
  await expect(mine(page)).toBeInViewport()
  const more = page.getByRole('button', { name: 'Show more' })
  await more.scrollIntoViewIfNeeded()
  await more.click()
  await expect(more).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'creator_31' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(rows(page).last()).toContainText('creator_130')
})

// Runs last, because signing in adds a user to the ranking.
test('a visitor is told so, asked to log in, and then led back [access.visitor-leaderboard-to-login] [access.visitor-keeps-destination] [access.logged-out-read] [access.text-logged-out-toast] [access.login-opens-join]', async ({
  page,
}) => {
  // It shows for half a second only, so the page records it.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const said = document.querySelector('section[aria-label="Messages"]')?.textContent
      if (!said || sessionStorage.getItem('said')) return
      sessionStorage.setItem('said', said)
      requestAnimationFrame(() => sessionStorage.setItem('shownAtMs', String(Date.now())))
    }).observe(document, { subtree: true, childList: true, characterData: true })
    addEventListener('pagehide', () => sessionStorage.setItem(`leftAtMs ${location.pathname}`, String(Date.now())))
  })
  await page.goto(`${server.url}/leaderboard`)
  await expect(joinDialog(page)).toBeVisible()
  const { said, shownAtMs, 'leftAtMs /leaderboard': leftAtMs } = await page.evaluate(() => ({ ...sessionStorage }))
  expect(Number(leftAtMs) - Number(shownAtMs)).toBeGreaterThanOrEqual(500)
  expect(said).toContain('Unauthorized')
  expect(said).toContain('You are logged out. Logging in again...')
  await joinWith(page, 'Ada')
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
  expect(page.url()).toBe(`${server.url}/leaderboard`)
})
