import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { idOf, joinByCalls } from '../support/by-calls.ts'
import { joinDialog } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { type BrowserContext, expect, type Page, test } from '../support/test.ts'

const START = '2026-03-02T12:00:00Z'
const TOMORROW = '2026-03-03T12:00:00.000Z'

let server: ClockServer
let rival: Fighter
test.beforeAll(async ({ playwright }) => {
  server = await startClockServer({ startAt: START })
  rival = await fighter(server, await playwright.request.newContext(), 'tobi_wav', {})
})
test.afterAll(async () => {
  expect(await server.audit()).toEqual([])
  await rival.request.dispose()
  await server.stop()
})
test.use({ timezoneId: 'UTC' })

/** Joins and opens the dashboard with the server's clock. */
async function arrive(page: Page): Promise<string> {
  await page.clock.setFixedTime(START)
  await joinByCalls(page.request, server.url)
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
  return idOf(page.request, server.url)
}
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const challenged = (opponentId: string, title?: string) =>
  challengeByCalls(server, rival, { id: opponentId }, { title, startsAt: TOMORROW, stake: 10 })
const withdrawn = (id: string) => callAs(server, rival, `/api/battles/${id}/withdraw`)

function counted(context: BrowserContext, path: string): { count: number } {
  const seen = { count: 0 }
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.count += 1
  })
  return seen
}

test('the bell fills by itself, each is read by a click, and all at once [notifications.text-title] [notifications.text-hint] [notifications.text-empty] [notifications.badge] [notifications.live] [notifications.state-unread] [notifications.state-read]', {
  tag: '@smoke',
}, async ({ page }) => {
  const me = await arrive(page)
  await bell(page, 0).click()
  await expect(panel(page).getByText('Notifications', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('Click on messages to mark as read')).toBeVisible()
  await expect(panel(page).getByText('No notifications yet')).toBeVisible()

  // The page neither reloads nor sends a request.
  const asked = counted(page.context(), '/api/notifications')
  const first = await challenged(me, 'First')
  await expect(bell(page, 1)).toBeVisible()
  const second = await challenged(me, 'Second')
  await withdrawn(second)
  await expect(bell(page, 3)).toBeVisible()
  expect(asked.count).toBe(0)
  await expect(panel(page).getByRole('listitem')).toHaveText([
    /tobi_wav withdrew the challenge, unread/,
    /tobi_wav challenged you, unread/,
    /tobi_wav challenged you, unread/,
  ])
  // A withdrawn challenge can't be answered.
  await expect(panel(page).getByRole('button', { name: 'Accept' })).toHaveCount(1)

  await panel(page).getByRole('link', { name: 'tobi_wav withdrew the challenge' }).click()
  await expect(page).toHaveURL(`${server.url}/battles/${second}`)
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page, 2)).toBeVisible()
  await page.reload()
  await expect(bell(page, 2)).toBeVisible()
  await bell(page, 2).click()
  const list = panel(page).getByRole('list', { name: 'Notifications' })
  expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('320px')
  await panel(page).getByRole('button', { name: 'Read all' }).click()
  await expect(bell(page, 0)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Read all' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page, 0)).toBeFocused()
  await withdrawn(first)
})

test('a challenge can be accepted and rejected in its notification [notifications.challenge-actions]', async ({
  page,
}) => {
  const me = await arrive(page)
  const [accepted, rejected] = [await challenged(me, 'Accepted'), await challenged(me, 'Rejected')]
  await bell(page, 2).click()
  const row = (title: string) => panel(page).getByRole('listitem').filter({ hasText: title })
  await row('Accepted').getByRole('button', { name: 'Accept' }).click()
  await row('Rejected').getByRole('button', { name: 'Reject' }).click()
  await expect(panel(page).getByRole('button', { name: /^(Accept|Reject)$/ })).toHaveCount(0)
  await expect(bell(page, 0)).toBeVisible()
  const status = async (id: string) =>
    (await (await rival.request.get(`${server.url}/api/battles/${id}`)).json()).status
  expect([await status(accepted), await status(rejected)]).toEqual(['accepted', 'rejected'])
  await callAs(server, page, `/api/battles/${accepted}/request-cancellation`)
  await callAs(server, rival, `/api/battles/${accepted}/approve-cancellation`)
})

test('failures of reading and answering are not spoken of [notifications.failures-silent]', async ({ page }) => {
  const me = await arrive(page)
  const id = await challenged(me)
  await bell(page, 1).click()
  await page.route('**/api/notifications/**', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL' } }))
  await page.route(/\/api\/battles\/.*\/(accept|reject)$/, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL' } }),
  )
  await panel(page).getByRole('link', { name: 'tobi_wav challenged you' }).click()
  await expect(page).toHaveURL(`${server.url}/battles/${id}`)
  await expect(panel(page)).toHaveCount(0)
  await bell(page, 1).click()
  await panel(page).getByRole('button', { name: 'Reject' }).click()
  await expect(panel(page).getByRole('button', { name: 'Reject' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
  await withdrawn(id)
})

test('two tabs share one live connection, and both follow it; the other takes over [frame.live-updates]', async ({
  page,
  context,
}) => {
  const streams = counted(context, '/api/live')
  const me = await arrive(page)
  await expect.poll(() => streams.count).toBe(1)
  const other = await context.newPage()
  // The bell shows 0 before its own first response, which must not be counted.
  await other.goto(server.url, { waitUntil: 'networkidle' })
  await expect(bell(other, 0)).toBeVisible()
  const asked = counted(context, '/api/notifications')
  const first = await challenged(me)
  await expect(bell(page, 1)).toBeVisible()
  await expect(bell(other, 1)).toBeVisible()
  expect([streams.count, asked.count]).toEqual([1, 0])

  await page.close()
  await expect.poll(() => streams.count).toBe(2)
  await withdrawn(first)
  await expect(bell(other, 2)).toBeVisible()
})

test('with the stream down it asks every 5 seconds, until the stream is back [frame.live-fallback]', async ({
  page,
  context,
}) => {
  await context.route('**/api/live?*', (route) => route.abort())
  const asked = counted(context, '/api/notifications')
  await joinByCalls(page.request, server.url)
  // The bell shows 0 before its own first response.
  const listed = page.waitForResponse('**/api/notifications')
  await page.goto(server.url)
  await listed
  await expect(bell(page, 0)).toBeVisible()
  const me = await idOf(page.request, server.url)
  const first = await challenged(me)
  await expect(bell(page, 1)).toBeVisible()
  expect(asked.count).toBeGreaterThanOrEqual(2)
  await bell(page, 1).click()
  await expect(panel(page).getByText('Live updates are offline.')).toBeVisible()

  // The wait starts first: the stream may be back before the next line runs.
  const isBack = page.waitForResponse((response) => response.url().includes('/api/live?') && response.ok(), {
    timeout: 30_000,
  })
  await context.unroute('**/api/live?*')
  await isBack
  await withdrawn(first)
  await expect(bell(page, 2)).toBeVisible()
  await expect(panel(page).getByText('Live updates are offline.')).toHaveCount(0)
})

test('a session that was ended elsewhere is noticed without asking for anything', async ({ page }) => {
  const streaming = page.waitForResponse((response) => response.url().includes('/api/live?') && response.ok())
  await joinByCalls(page.request, server.url)
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
  await streaming
  await page.request.post(`${server.url}/api/auth/logout`, { headers: { origin: server.url } })
  await expect(joinDialog(page)).toBeVisible()
})
