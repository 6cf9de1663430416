import { joinByCalls } from '../support/by-calls.ts'
import { learnByCalls } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

// A Monday, within the hour before leagues are drawn.
const server = serverForAll({ startAt: '2026-03-02T00:10:00Z' })
test.use({ timezoneId: 'UTC' })

/** Passes the time after which the page asks how its league stands. */
const pageAsks = (page: Page): Promise<void> => page.clock.fastForward(30_000)

test('somebody joins, waits for the draw, is overtaken before their eyes, is told how the week ended, and leaves [leagues.route] [leagues.draw] [leagues.told] [leagues.left]', async ({
  page,
  browser,
}) => {
  const rival = await browser.newContext()
  const names = ['calm_cleo', 'temi_sings'] as const
  for (const [at, { request }] of [page, rival].entries()) await joinByCalls(request, server.url, names[at])
  const joined = await rival.request.put(`${server.url}/api/leagues/me`, { headers: { origin: server.url } })
  expect(joined.ok()).toBe(true)

  await page.clock.install()
  await page.goto(`${server.url}/league`)
  await page.getByRole('button', { name: 'Join the leagues' }).click()
  await expect(page.getByRole('heading', { name: 'Your week hasn’t begun' })).toBeVisible()

  await learnByCalls(page, server.url)
  await pageAsks(page)
  await expect(page.getByRole('status').filter({ hasText: 'Leagues are drawn at 01:00.' })).toBeVisible()
  await server.setClock('2026-03-02T00:20:00Z')
  await learnByCalls(rival, server.url)
  await server.setClock('2026-03-02T01:00:05Z')
  await page.clock.fastForward(1_000)
  const rows = page.getByRole('region', { name: 'This week' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('calm_cleo')

  await learnByCalls(rival, server.url)
  await pageAsks(page)
  await expect(rows.first()).toContainText('temi_sings')
  await page.goto(server.url)
  await expect(page.getByRole('region', { name: 'League' })).toContainText(
    'You are 2 of 2 in the Spark league. 6 days left.',
  )

  await server.setClock('2026-03-09T00:05:00Z')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByText('Place 2 of 2 in the Spark league').click()
  await expect(page).toHaveURL(/\/league$/)
  const ended = page.getByText('You were 2 of 2 in the Spark league. You stayed in Spark.')
  await expect(ended).toBeVisible()

  await page.getByRole('button', { name: 'Leave the leagues' }).click()
  await expect(page.getByRole('button', { name: 'Join the leagues' })).toBeVisible()
  await expect(ended).toBeHidden()
  await rival.close()
})
