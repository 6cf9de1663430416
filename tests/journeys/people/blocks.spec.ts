import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

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

test('whom somebody blocked can’t vouch for them, challenge them or follow them, and isn’t told why [profile.block-challenges] [profile.block-vouches] [profile.block-follows]', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  await joinByCalls(other.request, server.url, 'shy_sue')
  const { id } = await (await other.request.get(`${server.url}/api/auth/user`)).json()
  await joinByCalls(page.request, server.url, 'loud_lou')
  const { id: myId } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  const call = (method: 'PUT' | 'DELETE') =>
    other.request.fetch(`${server.url}/api/blocks/${myId}`, { method, headers: { origin: server.url } })
  await page.goto(`${server.url}/user/${id}`)
  await page.getByRole('button', { name: 'Follow shy_sue' }).click()
  await expect(page.getByRole('region', { name: 'Follows' })).toContainText('Followers 1')
  expect((await call('PUT')).ok()).toBe(true)

  await page.reload()
  await expect(page.getByText('This creator isn’t available to you right now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vouch', exact: true })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('blocked')
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Follow shy_sue' }).click()
  expect((await refused).status()).toBe(409)
  await expect(page.getByRole('button', { name: 'Follow shy_sue' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Follows' })).toContainText('Followers 0')

  await page.goto(`${server.url}/battles`)
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await dialog.getByLabel('Opponent').fill('shy_s')
  await dialog.getByRole('button', { name: /shy_sue/ }).click()
  await expect(dialog.getByText('This creator cannot battle right now.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'SEND BATTLE REQUEST' })).toHaveAttribute('aria-disabled', 'true')
  await checkVisualsAndA11y(page, 'challenge-blocked-desktop')

  // Unblocking shows all of it again.
  expect((await call('DELETE')).ok()).toBe(true)
  await page.goto(`${server.url}/user/${id}`)
  await expect(page.getByRole('button', { name: 'Follow shy_sue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vouch', exact: true })).toBeVisible()
  await other.close()
})
