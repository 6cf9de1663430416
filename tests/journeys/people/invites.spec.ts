import { freshWallet, joinByCalls } from '../support/by-calls.ts'
import { joinWith, toDashboard } from '../support/person.ts'
import { serverForEach } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const server = serverForEach({
  startAt: '2026-03-02T12:00:00Z',
  settings: { betaAccess: 'closed' },
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

test('a member makes a link with a double click, somebody joins with it, and both see who invited whom [invites.route] [invites.route-own] [access.text-beta-required]', async ({
  browser,
  page,
}) => {
  const ada = await member(browser, 'ada_owns')
  await server.giveInvites(3)
  await ada.goto(server.url)
  await ada.getByRole('button', { name: 'Account menu' }).click()
  await ada.getByRole('link', { name: 'Invites' }).click()
  await expect(heading(ada, 'Invites')).toBeVisible()
  await expect(ada.getByText('3 invites left. You earn your first one by learning on 7 more days.')).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  await ada.getByRole('button', { name: 'Make an invite link' }).dblclick()
  await expect(ada.getByText('2 invites left.')).toBeVisible()
  await expect(links(ada)).toHaveCount(1)
  await ada.getByRole('button', { name: 'Copy link: made 2 Mar 2026, 12:00' }).click()
  const address = await ada.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/invite\/[0-9a-f-]{36}$/)

  await page.goto(address)
  await expect(heading(page, 'ada_owns invites you to Aura')).toBeVisible()
  await expect(page).toHaveTitle(/Invite/)
  await page.getByRole('link', { name: 'Join Aura' }).click()
  await expect(page.getByText('Your invite lets in the wallet you choose.')).toBeVisible()
  await joinWith(page, 'Cleo')
  await expect(heading(page, 'You’re in')).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.getByRole('link', { name: 'Start' }).click()
  await toDashboard(page)
  const { username } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await page.goto(`${server.url}/invites`)
  await expect(page.getByText('You were invited by ada_owns.')).toBeVisible()
  await expect(page.getByText('0 invites left.')).toBeVisible()

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
  await late.goto(`${server.url}/?join=1`)
  await joinWith(late, 'Bo')
  await expect(late.getByText('Beta Access Required').first()).toBeVisible()
  const reason =
    'This wallet address is not whitelisted for the closed beta. Check your access status or contact support.'
  await expect(late.getByText(reason).first()).toBeVisible()
})
