import { chooseDemoWallet, joinAs, learnByCalls, startAs, toDashboard, wallet } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()
const card = (page: Page, name: string) => page.getByRole('region', { name })

async function atX(page: Page, handle: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sandbox of X' })).toBeVisible()
  await page.getByLabel('Handle on X').fill(handle)
  await page.getByRole('button', { name: 'Authorize Aura' }).click()
}

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

test('the wallet is let go of by the page alone, and replaced by two signatures, or by X and waiting [settings.text-wallet-card] [settings.text-wallet-disconnected] [settings.wallet-replace-action] [settings.wallet-replace-pending] [settings.text-battle-rewards] [settings.text-vouch-payments]', async ({
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
  await sign('Cleo')
  await expect(dialog).toContainText('already uses this wallet')
  await sign('Dmitri')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(dialog).toContainText('has signed')
  // Without the old wallet only X could confirm, and there is none.
  await expect(dialog).toContainText('you haven’t connected one')
  await page.keyboard.press('Escape')
  await card(page, 'Social Connections').getByRole('link', { name: 'Connect X Account' }).click()
  await atX(page, 'cleo_on_x')
  await expect(card(page, 'Social Connections')).toContainText('Connected as @cleo_on_x')
  await server.setClock('2026-03-10T12:00:00Z')
  await wallets.getByRole('button', { name: 'Replace wallet' }).click()
  await sign('Dmitri')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await dialog.getByRole('link', { name: 'Confirm with X' }).click()
  await atX(page, 'somebody_else')
  await expect(messages(page)).toContainText('You used a different X account.')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.url}/settings`)
  await wallets.getByRole('button', { name: 'Replace wallet' }).click()
  await sign('Dmitri')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await dialog.getByRole('link', { name: 'Confirm with X' }).click()
  await atX(page, 'cleo_on_x')
  await expect(dialog).toContainText('X confirmed it’s you.')
  await sign('Dmitri')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(wallets).toContainText('will replace your wallet')
  await expect(wallets).toContainText('17 Mar 2026')
  expect((await me(page)).walletAddress).toBe(walletAddress)
  await wallets.getByRole('button', { name: 'Keep my wallet' }).click()
  await expect(wallets).not.toContainText('will replace')

  await wallets.getByRole('button', { name: 'Replace wallet' }).click()
  await sign('Dmitri')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(dialog).toContainText('has signed')
  await sign('Cleo')
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await me(page)).walletAddress).not.toBe(walletAddress)

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

test('another browser is listed, signed out from here, and knows it at once', async ({ page, browser }) => {
  await openSettings(page, 'Bo')
  const phone = await browser.newPage({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  await phone.goto(server.url)
  await joinAs(phone, 'Bo')
  await page.reload()
  const sessions = card(page, 'Sessions')
  await expect(sessions).toContainText('This device')
  await expect(sessions).toContainText('Safari on iPhone')
  await sessions.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await expect(sessions).not.toContainText('iPhone')
  await expect(phone.getByText('You are logged out. Logging in again...')).toBeVisible()
  await phone.close()

  const notifications = card(page, 'Notifications')
  await notifications.getByRole('switch', { name: 'Vouches on your devices', exact: true }).click()
  await page.reload()
  await expect(notifications.getByRole('switch', { name: 'Vouches on your devices', exact: true })).not.toBeChecked()
  await expect(notifications.getByRole('switch', { name: 'Vouches in the bell', exact: true })).toBeChecked()
  await expect(notifications.getByRole('switch', { name: 'Challenges on your devices', exact: true })).toBeChecked()
  const security = notifications.getByRole('row', { name: /^Security/ })
  await expect(security).toContainText('Changes to your wallet, X or devices')
  await expect(security).toContainText('Always on')
  await expect(notifications.getByRole('switch', { name: /^Security/ })).toHaveCount(0)
})

test('a user exports their data and deletes their account with the keyboard; who returns is paid no lesson twice [settings.delete-pays-nothing-twice]', async ({
  page,
}) => {
  await openSettings(page, 'Esi')
  await learnByCalls(page, server.url)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('aura-data.json')
  const { username } = await me(page)
  await page.getByRole('button', { name: 'Delete account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText('Earned Steeze0')
  await expect(dialog).toContainText('USDC it redeems for0.00')
  await expect(dialog).toContainText('Lessons that already paid you don’t pay again')
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username)
  await confirm.focus()
  await page.keyboard.press('Enter')
  // This signature is required, and no other account is accepted.
  const choose = dialog.getByRole('button', { name: 'Aura Demo Wallet' })
  await dialog.getByRole('button', { name: 'Use another account' }).click()
  await wallet(page).getByRole('radio', { name: 'Bo' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await expect(dialog).toContainText('Another account')
  await dialog.getByRole('button', { name: 'Use another account' }).click()
  await wallet(page).getByRole('radio', { name: 'Esi' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await expect(wallet(page)).toContainText(`Delete your Aura account ${username}, for good.`)
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toContainText('You declined the request in your wallet.')
  expect((await me(page)).username).toBe(username)
  await choose.focus()
  await page.keyboard.press('Enter')
  await wallet(page).getByRole('button', { name: 'Sign' }).focus()
  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText('Your account has been deleted')
  await expect(page.getByRole('heading', { name: 'Build your aura' })).toBeVisible()
  expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401)

  // The wallet remembers the account, so it asks nothing.
  await chooseDemoWallet(page)
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await toDashboard(page)
  expect(await me(page)).toMatchObject({ auraPoints: 0, currentStreak: 1 })
  await expect(page.getByRole('button', { name: /^Read Again: / })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Build Aura: / })).toHaveCount(2)
})
