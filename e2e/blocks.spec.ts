import { expect, test } from '@playwright/test'
import { joinByCalls } from './support/by-calls.ts'
import { checkVisualsAndA11y } from './support/check-visuals-and-a11y.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

test('a person is blocked from their profile, and unblocked in Settings [profile.block-from-profile]', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  await joinByCalls(other.request, server.url, 'loud_larry')
  const { id } = await (await other.request.get(`${server.url}/api/auth/user`)).json()
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(`${server.url}/user/${id}`)
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Block loud_larry?' })
  await expect(question).toContainText('loud_larry isn’t told.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expect(page.getByText('You blocked this person.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vouch', exact: true })).toBeHidden()
  await checkVisualsAndA11y(page, 'profile-blocked-desktop')

  await page.goto(`${server.url}/settings`)
  const list = page.getByRole('list', { name: 'Blocked people' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await checkVisualsAndA11y(page, 'settings-blocked-desktop')
  await list.getByRole('button', { name: 'Unblock loud_larry' }).click()
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
  await page.goto(`${server.url}/user/${id}`)
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await other.close()
})
