import { joinAs, startAs, wallet } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()
const card = (page: Page, name: string) => page.getByRole('region', { name })

async function openSettings(page: Page, account: string): Promise<void> {
  await page.goto(server.url)
  await joinAs(page, account)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
}

test('the username is checked at every keystroke, saved once it is free, and kept by Cancel [settings.text-titles] [settings.state-username-editing] [settings.state-username-checking] [settings.username-save-enabled] [settings.username-cancel] [settings.check-username-short] [settings.text-username-available] [settings.text-username-taken] [settings.text-username-check-failed] [settings.text-username-updated] [settings.text-username-update-failed]', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  const other = await browser.newPage()
  await startAs(other, server.url, 'Bo')
  const taken: string = (await me(other)).username
  await other.close()

  await openSettings(page, 'Ada')
  for (const name of ['Profile Information', 'Social Connections', 'Wallet Connections', 'Wallet Benefits'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  const profile = card(page, 'Profile Information')
  const before: string = (await me(page)).username
  await profile.getByRole('button', { name: 'Edit username' }).click()
  const input = profile.getByRole('textbox', { name: 'Username' })
  const save = profile.getByRole('button', { name: 'Save username' })
  await expect(input).toBeFocused()
  await input.fill('ab')
  await expect(profile.getByText('Username must be at least 3 characters')).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await input.fill(taken)
  await expect(profile.getByText('Username is already taken')).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')

  let answerOld = () => {}
  const held = new Promise<void>((resolve) => {
    answerOld = resolve
  })
  const isHeld = ({ pathname, searchParams }: URL) =>
    pathname === '/api/check-username' && searchParams.get('username') === `${taken}x`
  await page.route(isHeld, async (route) => {
    await held
    await route.fulfill({ json: { available: false } }).catch(() => undefined)
  })
  await input.fill(`${taken}x`)
  await expect(profile.getByText('Checking...')).toBeVisible()
  await input.fill('ada_settles')
  await expect(profile.getByText('Username is available')).toBeVisible()
  answerOld()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(profile.getByText('Username is available')).toBeVisible()
  await profile.getByRole('button', { name: 'Cancel' }).click()
  await expect(profile.getByText(before, { exact: true })).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Edit username' })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.route('**/api/check-username?*', (route) => route.fulfill({ status: 500 }))
  await input.fill('ada_settled')
  await expect(profile.getByText('Error checking username')).toBeVisible()
  await page.unrouteAll()
  await input.fill('ada_settles')
  await expect(profile.getByText('Username is available')).toBeVisible()
  await page.route('**/api/auth/update-profile', (route) => route.fulfill({ status: 500 }))
  await input.press('Enter')
  await expect(messages(page)).toContainText('Error updating username')
  await page.unrouteAll()
  await save.click()
  await expect(messages(page)).toContainText('Username updated successfully!')
  await expect(profile.getByText('ada_settles', { exact: true })).toBeVisible()
  expect((await me(page)).username).toBe('ada_settles')
})

test('the wallet is let go of by the page alone, and replaced by two signatures [settings.text-wallet-card] [settings.text-wallet-disconnected] [settings.wallet-replace-action] [settings.wallet-replace-pending] [settings.text-battle-rewards] [settings.text-vouch-payments]', async ({
  page,
}) => {
  await openSettings(page, 'Cleo')
  const wallets = card(page, 'Wallet Connections')
  const benefits = card(page, 'Wallet Benefits')
  await expect(wallets).toContainText('Ethereum Wallet')
  await expect(wallets.getByText('Connected', { exact: true })).toBeVisible()
  await expect(benefits).toContainText('Battle RewardsAP and earned Steeze')
  await expect(benefits).toContainText('Vouch PaymentsSend and receive vouches in USDC.')
  await expect(benefits).not.toContainText('ETH')
  const { walletAddress } = await me(page)

  await wallets.getByRole('button', { name: 'Replace wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace wallet' })
  const sign = async (account: string) => {
    await dialog.getByRole('button', { name: 'Aura Demo Wallet' }).click()
    await wallet(page).getByRole('radio', { name: account }).check()
    await wallet(page).getByRole('button', { name: 'Connect' }).click()
  }
  await sign('Dmitri')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(dialog).toContainText('has signed')
  // Without the old wallet only X could confirm, and there is none.
  await expect(dialog).toContainText('you haven’t connected one')
  await sign('Cleo')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await me(page)).walletAddress).not.toBe(walletAddress)

  // The wait of a replacement that X confirmed.
  const replacement = {
    walletAddress,
    requestedAt: '2026-03-10T12:00:00.000Z',
    takesEffectAt: '2026-03-17T12:00:00.000Z',
  }
  await page.route('**/api/auth/wallet-replacement', (route) => route.fulfill({ json: { replacement } }))
  await page.reload()
  await expect(wallets).toContainText('will replace your wallet')
  await expect(wallets).toContainText('17 Mar 2026')
  await page.unroute('**/api/auth/wallet-replacement')
  await page.route('**/api/auth/wallet-replacement/cancel', (route) => route.fulfill({ json: {} }))
  await wallets.getByRole('button', { name: 'Keep my wallet' }).click()
  await expect(wallets).not.toContainText('will replace')

  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await wallets.getByRole('button', { name: 'Disconnect wallet' }).click()
  // Toasts queue, and those of the replacements come first.
  await expect(messages(page)).toContainText('Your wallet has been disconnected from this account.', {
    timeout: 40_000,
  })
  await expect(wallets).toContainText('It stays linked')
  expect(calls).toEqual([])
})

test('a user exports their data and deletes their account with the keyboard', async ({ page }) => {
  await openSettings(page, 'Esi')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('aura-data.json')
  const { username } = await me(page)
  await page.getByRole('button', { name: 'Delete account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText('Earned Steeze0')
  await expect(dialog).toContainText('USDC it redeems for0.00')
  await expect(dialog).toContainText('Lessons that already paid you don’t pay again, and what you owe is still owed')
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username)
  await confirm.focus()
  await page.keyboard.press('Enter')
  const choose = dialog.getByRole('button', { name: 'Aura Demo Wallet' })
  await choose.focus()
  await page.keyboard.press('Enter')
  await wallet(page).getByRole('button', { name: 'Sign' }).focus()
  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText('Your account has been deleted')
  await expect(page.getByRole('heading', { name: 'Build your aura' })).toBeVisible()
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)
})
