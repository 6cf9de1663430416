import { joinByCalls } from '../support/by-calls.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

test('one press on a profile stands by its person, one more changes the line or takes it back [standing.from-profile] [standing.line-form]', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  await joinByCalls(other.request, server.url, 'temi_sings')
  const { id } = await (await other.request.get(`${server.url}/api/auth/user`)).json()
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(`${server.url}/user/${id}`)
  const card = page.getByRole('region', { name: 'Standing by' })
  const places = card.getByRole('list', { name: 'Who stands by them' })
  const stand = (left: number) =>
    page.getByRole('button', { name: `Stand by temi_sings, ${left} of 10 places left`, exact: true })
  const stands = page.getByRole('button', { name: /^You stand by temi_sings/ })

  // The page shows the place at once, and takes that back when the server doesn't have it.
  let answer = () => {}
  await page.route(`**/api/places/${id}`, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.abort()
  })
  await stand(10).click()
  await expect(stands).toBeVisible()
  answer()
  await expect(stand(10)).toBeVisible()
  await expect(page.getByText('You don’t stand by them yet.')).toBeVisible()
  await page.unroute(`**/api/places/${id}`)

  await card.scrollIntoViewIfNeeded()
  await expect(card).toContainText('Nobody stands by them yet.')
  await stand(10).focus()
  await page.keyboard.press('Enter')
  await expect(places).toContainText('calm_cleo')
  await expect(stands).toBeFocused()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'You stand by temi_sings' })
  await dialog.getByLabel('Your line').fill('x'.repeat(81))
  await expect(dialog).toContainText('Your line has at most 80 characters')
  await dialog.getByLabel('Your line').fill('Sings what I feel.')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(places).toContainText('Sings what I feel.')

  const theirs = await other.newPage()
  await theirs.goto(server.url)
  await theirs.getByRole('button', { name: /^Notifications/ }).click()
  await theirs.getByRole('tab', { name: 'Other people' }).click()
  await expect(theirs.getByText('calm_cleo stands by you')).toBeVisible()

  await stands.click()
  await dialog.getByRole('button', { name: 'Take your place back from temi_sings' }).click()
  await expect(dialog).toBeHidden()
  await expect(stand(10)).toBeVisible()
  await expect(card).toContainText('Nobody stands by them yet.')
  await other.close()
})
