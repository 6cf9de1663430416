import { checkVisualsAndA11y } from './support/check-visuals-and-a11y.ts'
import { joinDialog } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, test } from './support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ serviceWorkers: 'allow' })

test('without a network a page says so, keeps nothing of the API, and comes back by itself', async ({
  page,
  context,
}) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(server.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
  // Neither CSP nor Trusted Types block the worker or the manifest.
  expect(faults).toEqual([])
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.sort()).toEqual(['/offline/page.css', '/offline/page.html', '/offline/page.js', '/theme.js'])

  await context.setOffline(true)
  await page.goto(`${server.url}/battles`)
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid')
  await checkVisualsAndA11y(page, 'offline-desktop-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await checkVisualsAndA11y(page, 'offline-phone-dark')
  await context.setOffline(false)
  // A visitor of that screen is sent here.
  await expect(joinDialog(page)).toBeVisible()
})

test('it can be installed', async ({ page }) => {
  await page.goto(server.url)
  const client = await page.context().newCDPSession(page)
  const { url, errors } = await client.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
})
