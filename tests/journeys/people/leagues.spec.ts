import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { learnByCalls } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

test('a person joins the leagues, learns their way up, and leaves [leagues.route]', async ({ page, browser }) => {
  const other = await browser.newContext()
  await joinByCalls(other.request, server.url, 'temi_sings')
  await other.request.put(`${server.url}/api/leagues/me`, { headers: { origin: server.url } })
  await learnByCalls(await other.newPage(), server.url)
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(server.url)
  await page.getByRole('region', { name: 'League' }).getByRole('link', { name: 'Have a look' }).click()
  await page.getByRole('button', { name: 'Join the leagues' }).click()
  await expect(page.getByRole('heading', { name: 'Your week hasn’t begun' })).toBeVisible()
  for (let lesson = 0; lesson < 2; lesson++) await learnByCalls(page, server.url)
  await server.setClock('2026-03-02T12:05:00Z')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Up to Ember' })).toContainText('calm_cleo (you)')
  await expect(page.getByRole('region', { name: 'Staying' })).toContainText('temi_sings')
  await checkVisualsAndA11y(page, 'league-desktop')

  await server.setClock('2026-03-09T00:02:00Z')
  await page.reload()
  await expect(page.getByText('You were 1 of 2 in the Spark league. You moved up to Ember.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await checkVisualsAndA11y(page, 'league-new-week-phone')
  await page.goto(`${server.url}/settings`)
  const part = page.getByRole('switch', { name: 'Take part in leagues' })
  await expect(part).toBeChecked()
  await part.click()
  await expect(part).not.toBeChecked()
  await page.goto(`${server.url}/league`)
  await expect(page.getByRole('button', { name: 'Join the leagues' })).toBeVisible()
  await other.close()
})
