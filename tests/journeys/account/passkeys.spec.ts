import { withDevice } from '../support/passkeys.ts'
import { logOut, toDashboard } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const server = serverForAll({
  startAt: '2026-03-02T12:00:00Z',
  settings: { accountFactory: `0x${'fa'.repeat(20)}` },
})

async function openJoin(page: Page): Promise<void> {
  await page.goto(`${server.url}/?join=1`)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
}

async function join(page: Page, username = ''): Promise<void> {
  await openJoin(page)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
}

test('somebody without a wallet joins with a passkey, and comes back with it [access.passkey-join] [access.passkey-sign-in]', {
  tag: '@smoke',
}, async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => /passkey/.test(request.url()) && scripts.push(request.url()))
  const device = await withDevice(page)
  await page.goto(`${server.url}/?join=1`)
  await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toBeVisible()
  expect(scripts).toEqual([])
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.getByLabel('Username').fill('nova_keys')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await toDashboard(page)
  expect(await device.passkeys()).toHaveLength(1)
  await expect(page.getByText('nova_keys').first()).toBeVisible()
  await logOut(page)
  await page.getByRole('button', { name: 'LOGIN' }).first().click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await toDashboard(page)
  await expect(page.getByText('nova_keys').first()).toBeVisible()
})

test('who declines stays where they were, and can try again [access.passkey-interrupted]', async ({ page }) => {
  const device = await withDevice(page)
  await device.agrees(false)
  await join(page)
  await expect(page.getByText('No passkey was used')).toBeVisible()
  expect(await device.passkeys()).toEqual([])
  await device.agrees(true)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await toDashboard(page)
})

test('a passkey whose way to the server was cut is sent again [access.passkey-interrupted]', async ({ page }) => {
  const device = await withDevice(page)
  // The first request is lost, the second arrives and its answer is lost.
  const cuts = ['before', 'after']
  await page.route('**/api/auth/passkey/join', async (route) => {
    const cut = cuts.shift()
    if (cut === 'after') await route.fetch()
    return cut ? route.abort() : route.continue()
  })
  await join(page)
  await expect(page.getByText(/No connection to Aura/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeEnabled()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await toDashboard(page)
  expect(await device.passkeys()).toHaveLength(1)
})

test('a passkey that Aura doesn’t know leads to a new one [access.passkey-refused]', async ({ page }) => {
  await withDevice(page)
  await page.route('**/api/auth/passkey/join', (route) => route.abort())
  await join(page)
  await expect(page.getByText(/No connection to Aura/).first()).toBeVisible()
  await page.unrouteAll()
  // The simulated device takes what the browser offers in the field for a name.
  await openJoin(page)
  await expect(page.getByText('Aura doesn’t know this passkey').first()).toBeVisible()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await toDashboard(page)
})

test('a second device gets a passkey, which is renamed and removed [settings.passkey-add] [settings.passkey-rename] [settings.passkey-remove]', async ({
  page,
}) => {
  const first = await withDevice(page)
  await join(page)
  await toDashboard(page)
  await page.goto(`${server.url}/settings`)
  const card = page.getByRole('region', { name: 'Passkeys' })
  await expect(card.getByText('A key of your wallet.')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device has a passkey already').first()).toBeVisible()

  const own = await first.passkeys()
  await first.remove()
  const second = await withDevice(page)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  const remove = card.getByRole('button', { name: /^Remove/ })
  await expect(remove).toHaveCount(1)
  const added = (await remove.getAttribute('aria-label'))?.replace('Remove ', '')
  await card.getByRole('button', { name: `Rename ${added}`, exact: true }).click()
  await card.getByRole('textbox', { name: 'Name' }).fill('My phone')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('My phone')).toBeVisible()

  // The new passkey can't confirm its own removal.
  await card.getByRole('button', { name: 'Remove My phone' }).click()
  const confirm = page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Use your passkey' })
  await confirm.click()
  await expect(page.getByText('Confirm this with the passkey or wallet that was there first.').first()).toBeVisible()
  await second.remove()
  await withDevice(page, own)
  await card.getByRole('button', { name: 'Remove My phone' }).click()
  await confirm.click()
  await expect(page.getByText('Passkey removed').first()).toBeVisible()
  await expect(card.getByText('My phone')).toHaveCount(0)
})
