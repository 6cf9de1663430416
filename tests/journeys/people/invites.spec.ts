import { freshWallet, joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { toDashboard, wallet } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const ADMIN = freshWallet()

let server: ClockServer
test.beforeEach(async () => {
  server = await startClockServer({
    startAt: '2026-03-02T12:00:00Z',
    settings: { betaAccess: 'closed', invitesPerMember: 3, adminWallets: [ADMIN.address.toLowerCase()] },
  })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
})
test.use({ timezoneId: 'UTC' })

async function member(browser: Browser, name: string, account = freshWallet()): Promise<Page> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await server.whitelist(account.address)
  await joinByCalls(context.request, server.url, name, account)
  return context.newPage()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const links = (page: Page) => page.getByRole('list', { name: 'Your invites, newest first' }).getByRole('listitem')

async function madeBy(page: Page): Promise<string> {
  const headers = { origin: server.url, 'idempotency-key': crypto.randomUUID() }
  const made = await page.request.post(`${server.url}/api/invites`, { headers })
  return `${server.url}/invite/${(await made.json()).id}`
}

async function connectDemoWallet(page: Page, dialog: string, account: string): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await wallet(page).getByRole('radio', { name: account }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
}

test('a member makes a link with a double click, somebody joins with it, and both and an admin see who invited whom [invites.route] [invites.route-own]', async ({
  browser,
  page,
}) => {
  const ada = await member(browser, 'ada_owns')
  await ada.goto(server.url)
  await ada.getByRole('button', { name: 'Account menu' }).click()
  await ada.getByRole('link', { name: 'Invites' }).click()
  await expect(heading(ada, 'Invites')).toBeVisible()
  await expect(ada.getByText('3 of 3 invites left')).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  await ada.getByRole('button', { name: 'Make an invite link' }).dblclick()
  await expect(ada.getByText('2 of 3 invites left')).toBeVisible()
  await expect(links(ada)).toHaveCount(1)
  await ada.getByRole('button', { name: 'Copy link: made 2 Mar 2026, 12:00' }).click()
  const address = await ada.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/invite\/[0-9a-f-]{36}$/)

  await page.goto(address)
  await expect(heading(page, 'ada_owns invites you to Aura')).toBeVisible()
  await expect(page).toHaveTitle(/Invite/)
  await checkVisualsAndA11y(page, 'invite-visitor-desktop')
  await page.getByRole('link', { name: 'Join Aura' }).click()
  await expect(page.getByText('Your invite lets in the wallet you choose.')).toBeVisible()
  await connectDemoWallet(page, 'Join Aura', 'Cleo')
  await expect(heading(page, 'You’re in')).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.getByRole('link', { name: 'Start' }).click()
  await toDashboard(page)
  const { username } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await page.goto(`${server.url}/invites`)
  await expect(page.getByText('You were invited by ada_owns.')).toBeVisible()
  await expect(page.getByText('3 of 3 invites left')).toBeVisible()

  await ada.reload()
  await expect(links(ada)).toHaveCount(1)
  await expect(links(ada).getByRole('link', { name: username })).toBeVisible()
  await expect(links(ada)).toContainText('Joined 2 Mar 2026, 12:00')
  await ada.goto(address)
  await expect(heading(ada, 'Your invite was accepted')).toBeVisible()
  const late = await (await browser.newContext()).newPage()
  await late.goto(address)
  await expect(heading(late, 'This invite is used')).toBeVisible()
  await expect(late.getByText('Ask ada_owns for a new one.')).toBeVisible()
  await expect(late.getByRole('link', { name: 'Join Aura' })).toHaveCount(0)

  const admin = await member(browser, 'cy_rules', ADMIN)
  await admin.goto(`${server.url}/admin/people`)
  await admin.getByRole('button', { name: `Invites: ${username}` }).click()
  await expect(admin.getByText('Invited by ada_owns.')).toBeVisible()
  await admin.getByRole('button', { name: 'Invites: ada_owns' }).click()
  await expect(admin.getByRole('list', { name: 'Invited by ada_owns' })).toContainText(username)
  await admin.getByRole('button', { name: 'Give invites: ada_owns' }).click()
  const dialog = admin.getByRole('alertdialog', { name: 'Give invites' })
  await dialog.getByLabel('Extra invites').fill('101')
  await expect(dialog.getByText('Enter a whole number up to 100.')).toBeVisible()
  await dialog.getByLabel('Extra invites').fill('4')
  await dialog.getByLabel('Reason').fill('She teaches a class.')
  await dialog.getByRole('button', { name: 'Set invites' }).dblclick()
  await expect(admin.getByText('6 of 7 invites left, 4 of them given by admins. Invited 1.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Give invites: cy_rules' })).toHaveCount(0)
  await admin.goto(`${server.url}/admin/log`)
  await expect(admin.getByText('Set extra invites')).toHaveCount(1)
  await expect(admin.getByText('Viewed invites').first()).toBeVisible()
  await ada.goto(`${server.url}/invites`)
  await expect(ada.getByText('6 of 7 invites left')).toBeVisible()
})

test('a link is withdrawn, expires or is for somebody else, and the page says so', async ({ browser, page }) => {
  const [ada, bo] = [await member(browser, 'ada_owns'), await member(browser, 'bo_is_in')]
  const [withdrawn, expiring] = [await madeBy(ada), await madeBy(ada)]
  await madeBy(ada)
  await ada.goto(`${server.url}/invites`)
  await expect(ada.getByText('0 of 3 invites left')).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Make an invite link' })).toBeDisabled()
  await ada.goto(withdrawn)
  await expect(heading(ada, 'Waiting for somebody to join')).toBeVisible()
  await ada.getByRole('link', { name: 'Your invites' }).click()
  // All three invites were made in the same minute.
  await ada
    .getByRole('button', { name: /^Withdraw:/ })
    .first()
    .click()
  const dialog = ada.getByRole('alertdialog', { name: 'Withdraw this invite?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(ada.getByText('0 of 3 invites left')).toBeVisible()
  await ada
    .getByRole('button', { name: /^Withdraw:/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Withdraw invite' }).dblclick()
  await expect(ada.getByText('1 of 3 invites left')).toBeVisible()
  await expect(links(ada).filter({ hasText: 'You have the invite back.' })).toHaveCount(1)

  await bo.goto(expiring)
  await expect(heading(bo, 'You’re already a member')).toBeVisible()
  await server.setClock('2026-03-16T12:00:00Z')
  await page.goto(expiring)
  await expect(page.getByRole('heading', { level: 1, name: /^This invite (expired|was withdrawn)$/ })).toBeVisible()
  for (const unknown of ['nothing', 'f47ac10b-58cc-4372-a567-0e02b2c3d479']) {
    await page.goto(`${server.url}/invite/${unknown}`)
    await expect(page.getByRole('heading', { name: 'Invite Not Found' })).toBeVisible()
  }

  let fails = true
  await page.route('**/api/invites/*', (route) => (fails ? route.abort() : route.continue()))
  await page.goto(expiring)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^This invite/ })).toBeVisible()

  // Without an invite, the refusal says how to get in.
  await page.goto(`${server.url}/?join=1`)
  await expect(page.getByText('Your wallet address must be whitelisted, or a member has to invite you.')).toBeVisible()
  await connectDemoWallet(page, 'Join Aura', 'Cleo')
  await expect(page.getByText('A member can send you an invite link, which lets your wallet in.')).toBeVisible()
})

test('somebody with an account by X joins by connecting a wallet on the page of an invite [invites.x-account]', async ({
  browser,
  page,
}) => {
  const ada = await member(browser, 'ada_owns')
  const address = await madeBy(ada)
  await page.goto(address)
  await page.getByRole('link', { name: 'Join Aura' }).click()
  await page.getByRole('dialog', { name: 'Join Aura' }).getByRole('link', { name: 'Connect with X' }).click()
  await page.getByLabel('Handle on X').fill('by_x_only')
  await page.getByRole('button', { name: 'Authorize Aura' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Connect a wallet, and your account joins the beta.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await connectDemoWallet(page, 'Connect Wallet', 'Bo')
  // Dismisses the bonus of the first wallet.
  await page.getByRole('button', { name: 'Keep going' }).click()
  await expect(heading(page, 'You’re in')).toBeVisible()
  await ada.goto(`${server.url}/invites`)
  await expect(links(ada).getByRole('link', { name: 'by_x_only' })).toBeVisible()
})

test('a profile tells its owner, and nobody else, what a ring takes from their Trust [trust.invited-ring-shown]', async ({
  browser,
}) => {
  const [ada, bo] = [await member(browser, 'ada_owns'), await member(browser, 'bo_is_in')]
  const { id } = await (await ada.request.get(`${server.url}/api/auth/user`)).json()
  const asked: Page[] = []
  for (const page of [ada, bo])
    await page.route('**/api/trust/own', (route) => {
      asked.push(page)
      return route.fulfill({ json: { ring: 5 } })
    })
  await ada.goto(`${server.url}/profile`)
  const card = ada.getByRole('region', { name: 'Trust', exact: true })
  await expect(card).toContainText('5 of them seem to be one person’s accounts, so you get 2 of 5 parts')
  await expect(card).toContainText('Only you see this.')
  await bo.goto(`${server.url}/profile/${id}`)
  await expect(heading(bo, 'ada_owns')).toBeVisible()
  await expect(bo.getByRole('term').filter({ hasText: /^Trust$/ })).toBeVisible()
  await expect(bo.getByText('one person’s accounts')).toHaveCount(0)
  expect(new Set(asked)).toEqual(new Set([ada]))
  await ada.goto(`${server.url}/trust`)
  await expect(
    ada.getByText(/^If more than 2 of the people you invited seem to be one person’s accounts/),
  ).toBeVisible()
})
