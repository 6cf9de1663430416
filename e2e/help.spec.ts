import { expect, test } from '@playwright/test'
import { drawn, look } from './support/look.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())

const PAGES = ['How aura works', 'Guide', 'FAQ', 'Tips', 'Terms', 'Privacy', 'Creator Support']

test('the footer leads a visitor to every help page, and each to the others [access.route-help] [landing.footer-real-links]', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await page.goto(server.url)
  await page.getByRole('contentinfo').getByRole('link', { name: 'How aura works' }).click()
  for (const title of PAGES) {
    await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(title))
    await page.setViewportSize({ width: 1_440, height: 900 })
    await look(page, `help-${title}-desktop`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'light' })
    for (let times = 0; times < 3; times++) await drawn(page)
    await look(page, `help-${title}-phone`)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (let times = 0; times < 3; times++) await drawn(page)
  }
})
