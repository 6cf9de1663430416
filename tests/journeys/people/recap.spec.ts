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

test('a week is lived, Monday comes, and the bell leads to what it was [recap.route] [recap.dashboard] [recap.quiet] [notifications.recap-off]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(`${server.url}/recap`)
  await expect(page.getByRole('heading', { name: 'Your first recap comes on Monday, 9 March' })).toBeVisible()
  for (const day of ['02', '03', '05', '06', '07']) {
    await server.setClock(`2026-03-${day}T18:00:00Z`)
    await learnByCalls(page, server.url)
  }
  // Computes the usual hour a moment after the claim and passes Sunday's rounds.
  for (const moment of ['07T18:05', '08T12:00', '09T17:59']) await server.setClock(`2026-03-${moment}:00Z`)
  await page.goto(server.url)
  await expect(page.getByRole('region', { name: 'Last week' })).toContainText('5 days lit, 5 lessons')
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await server.setClock('2026-03-09T18:00:00Z')

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.focus()
  await page.keyboard.press('Enter')
  const notice = page.getByRole('link', { name: /Your week on Aura/ })
  await expect(notice).toBeVisible()
  await notice.press('Enter')
  await expect(page).toHaveURL(`${server.url}/recap/2026-03-02`)
  await expect(page.getByText('2–8 March 2026')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Days' })).toContainText('Thursday: lit')
  await expect(page.getByRole('list', { name: 'Days' })).toContainText('Wednesday: nothing')
  await expect(page.getByRole('definition').first()).toHaveText('5')

  const picture = page.getByRole('region', { name: 'Best moment' }).getByRole('img')
  await expect(picture).toHaveAccessibleName('First line lit. A ring begins with one lesson.')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  await checkVisualsAndA11y(page, 'recap-desktop')
  const save = page.getByRole('button', { name: 'Save picture' })
  await save.focus()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(saved.suggestedFilename()).toBe('aura-week-2026-03-02.jpg')
  await page.setViewportSize({ width: 390, height: 844 })
  await checkVisualsAndA11y(page, 'recap-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await server.setClock('2026-03-17T12:00:00Z')
  await page.goto(`${server.url}/recap`)
  await expect(page.getByRole('heading', { name: 'A quiet week' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous week' }).click()
  await expect(page).toHaveURL(`${server.url}/recap/2026-03-02`)
  await expect(page.getByRole('button', { name: 'Previous week' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByRole('heading', { name: 'A quiet week' })).toBeVisible()
  await page.goto(server.url)
  await expect(page.getByRole('region', { name: 'League' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last week' })).toHaveCount(0)
  await page.goto(`${server.url}/recap/2026-03-03`)
  await expect(page.getByRole('heading', { name: 'There is no recap of this week' })).toBeVisible()

  await page.getByRole('button', { name: /^Notifications/ }).click()
  const mine = page.getByRole('listitem').filter({ hasText: 'Your week on Aura' })
  await mine.getByRole('button', { name: 'Turn these off' }).click()
  await expect(page.getByText('Turned off', { exact: true })).toBeVisible()
  await page.goto(`${server.url}/settings`)
  for (const where of ['in the bell', 'on your devices'])
    await expect(page.getByRole('switch', { name: `Weekly recap ${where}`, exact: true })).not.toBeChecked()
})

test('the picture goes to the share sheet where there is one, and a lost connection is said [recap.picture]', async ({
  page,
}) => {
  await server.setClock('2026-03-17T12:00:00Z')
  await joinByCalls(page.request, server.url, 'bold_bo')
  await learnByCalls(page, server.url)
  await server.setClock('2026-03-23T12:00:00Z')
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = async (data) => {
      const shared = {
        title: data?.title,
        text: data?.text,
        files: data?.files?.map(({ name, size }) => ({ name, hasBytes: size > 10_000 })),
      }
      document.title = JSON.stringify(shared)
    }
  })
  await page.route('**/share/recaps/*', (route) => route.abort())
  await page.goto(`${server.url}/recap`)
  const failed = page.getByText('The picture didn’t load.')
  await expect(failed).toBeVisible()
  await page.unroute('**/share/recaps/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Share picture' }).click()
  await expect
    .poll(async () => JSON.parse(await page.title()))
    .toMatchObject({
      title: 'First line lit',
      files: [{ name: 'aura-week-2026-03-16.jpg', hasBytes: true }],
    })
  await expect(page.getByRole('button', { name: 'Copy picture' })).toHaveCount(0)

  await page.route('**/api/recap', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No connection to Aura.')).toBeVisible()
})
