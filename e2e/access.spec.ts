import { expect, test } from '@playwright/test'
import { helpPages } from '../web/src/paths.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())

test('the footer leads a visitor to every help page, and each to the others [access.route-help] [landing.footer-real-links]', async ({
  page,
}) => {
  await page.goto(server.url)
  await page.getByRole('contentinfo').getByRole('link', { name: 'How aura works' }).click()
  for (const { title } of helpPages) {
    await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(title))
  }
})
