import type { Answer } from '@aura/api/calls'
import { fighter } from '../support/arena.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { changeAnswer } from '../support/change-answer.ts'
import { learnByCalls } from '../support/person.ts'
import { watchNetwork } from '../support/quiet.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const START = '2026-03-02T12:00:00Z'

const server = serverForAll({ startAt: START })
test.use({ timezoneId: 'UTC' })

test('my own profile says all of me [profile.text-head] [profile.text-wallet-status] [profile.text-level-card] [profile.text-what-a-level-is] [learning.progress-days-left] [profile.text-battle-stats] [profile.text-vouch-stats] [profile.text-tiles] [profile.text-avatar] [profile.wallet-copy] [profile.text-back-to-leaderboard] [access.route-profile-own]', {
  tag: '@smoke',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await joinByCalls(page.request, server.url, 'yukidrops')
  await learnByCalls(page, server.url)
  const { id, walletAddress, auraPoints } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await page.goto(`${server.url}/profile`)
  await expect(page.getByRole('heading', { name: 'yukidrops', level: 1 })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Clout Chaser')
  await expect(main).toContainText(`Connected ${walletAddress.slice(0, 6)}...${walletAddress.slice(-4)}`)
  await expect(main.locator('dl').first()).toContainText(new RegExp(`Total Aura\\s*${auraPoints}\\s*Aura Points`))
  await expect(main.locator('dl').first()).toContainText(/Streak Days\s*1\s*Day Streak/)
  await expect(main.locator('dl').first()).toContainText(/Vouches Received\s*0/)
  await expect(main.locator('dl').first()).toContainText(/USDC Received\s*0.00/)
  const level = page.getByRole('region', { name: 'Aura Level' })
  await expect(level).toContainText(`${500 - auraPoints} points remaining to 500 AP. Points don’t change the level.`)
  await expect(level).toContainText('4 more days to Attention Seeker.')
  await expect(level).toContainText('Days learned in a row decide the level')
  await expect(page.getByRole('region', { name: 'Battle Statistics' })).toContainText(
    /Total\s*0\s*Won\s*0\s*Lost\s*0\s*Win Rate\s*0%/,
  )
  await expect(page.getByRole('region', { name: 'Vouch Statistics' })).toContainText(
    /USDC received\s*0.00 USDC\s*Vouches\s*0/,
  )
  await expect(page.getByRole('region', { name: 'Aura Points over time' })).toContainText(
    new RegExp(`2 Mar 2026\\s*\\+${auraPoints}\\s*${auraPoints} AP`),
  )
  await page.getByRole('button', { name: 'Copy wallet address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(walletAddress)
  await page.getByRole('button', { name: 'Share my profile' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/user/${id}`)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  expect(new URL(page.url()).pathname).toBe(`/profile/${id}`)
  await expect(page.getByRole('button', { name: 'Share my profile' })).toBeVisible()
  // Their own profile, in an address in upper case.
  await page.goto(`${server.url}/profile/${id.toUpperCase()}`)
  await expect(page.getByRole('button', { name: 'Share my profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Leaderboard' }).click()
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
})

test('unknown users and invalid ids have their own messages [profile.text-not-found] [profile.text-invalid-id] [profile.text-vouch-card-loading] [profile.text-vouch-card-missing]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url, 'looker')
  // Vouching is hidden before the profile is known and for an unknown user.
  const { promise: known, resolve: tell } = Promise.withResolvers<void>()
  await page.route(/\/api\/users\/[0-9a-f-]{36}$/, (route) => known.then(() => route.continue()))
  const asking = page.waitForRequest(/\/api\/users\/[0-9a-f-]{36}$/)
  await page.goto(`${server.url}/user/11111111-1111-4111-8111-111111111111`)
  // The lazy screen's loader has the same text, so this waits for its request.
  await asking
  await expect(page.getByText('Loading user profile...')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vouch' })).toHaveCount(0)
  tell()
  await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vouch' })).toHaveCount(0)
  await expect(page.getByText("The profile you're looking for doesn't exist or has been removed.")).toBeVisible()
  await page.goto(`${server.url}/profile/nobody`)
  await expect(page.getByRole('heading', { name: 'Invalid user ID' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
})

test("another's profile holds whatever there is: nothing, and a billion [profile.x-link] [profile.earnings]", async ({
  page,
  playwright,
}) => {
  const { id, request } = await fighter(server, await playwright.request.newContext(), 'wwwwwwwwwwwwwwwwwwww', {})
  await joinByCalls(page.request, server.url, 'watcher')
  const channels = [
    { provider: 'x', handle: 'w_on_x', url: 'https://x.com/w_on_x' },
    { provider: 'youtube', handle: 'w'.repeat(100), url: 'https://www.youtube.com/channel/UCw' },
  ]
  const rich = { auraPoints: 1_000_000_000, currentStreak: 365, totalUsdtEarned: 1_234_567.89, channels }
  await changeAnswer<Answer<'GET /api/users/:id'>>(page, /\/api\/users\/[0-9a-f-]{36}$/, (profile) => ({
    user: { ...profile.user, ...rich },
    battleStats: { ...profile.battleStats, total: 41, won: 24, lost: 17 },
    vouchStats: { ...profile.vouchStats, vouchesReceived: 64, totalUsdcReceived: 1_234_567.89 },
  }))
  await page.route('**/api/eth-price', (route) => route.fulfill({ json: { usd: 2_500 } }))
  const quiet = watchNetwork(page)
  await page.goto(`${server.url}/profile/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('wwwwwwwwwwwwwwwwwwww')
  await expect(page.getByRole('button', { name: 'Vouch', exact: true })).toBeVisible()
  // Sections load one by one.
  await quiet()
  await expect(page.getByRole('main')).toContainText('1,000,000,000')
  await expect(page.getByRole('main')).toContainText('1,234,567.89')
  await expect(page.getByRole('main')).toContainText('or 493.8272 ETH, earned from vouches')
  await expect(page.getByRole('region', { name: 'Vouch Statistics' })).toContainText(/ETH received\s*493.8272 ETH/)
  await expect(page.getByRole('region', { name: 'Aura Level' })).toContainText('0 points remaining')
  await expect(page.getByRole('region', { name: 'Battle Statistics' })).toContainText('58.5%')
  await expect(page.getByRole('link', { name: '@w_on_x' })).toHaveAttribute('href', 'https://x.com/w_on_x')

  // A failed section retries by itself, and the others stay.
  const vouches = page.getByRole('region', { name: 'Vouches', exact: true })
  await page.route(/\/vouches\?/, (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.reload()
  await vouches.scrollIntoViewIfNeeded()
  await expect(vouches).toContainText('This didn’t load.')
  await page.unroute(/\/vouches\?/)
  await vouches.getByRole('button', { name: 'Try again' }).click()
  await expect(vouches).toContainText('Nobody has vouched yet')
  await request.dispose()
})

test('bio and links are edited in Settings and shown to everyone, and somebody else challenges from the profile [profile.edit-about] [profile.links] [profile.challenge]', async ({
  page,
  browser,
}) => {
  const { id } = await fighter(server, page.request, 'linkslena', {})
  await page.goto(`${server.url}/settings`)
  await page.getByLabel('Bio').fill('Music from Lagos')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Address 1').fill('http://lena.example.com')
  await page.getByLabel('Name 1').fill('All songs')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('A link starts with https://')).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Music from Lagos')
  await page.getByLabel('Address 1').fill('lena.example.com/songs')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(page.getByLabel('Address 1')).toHaveValue('https://lena.example.com/songs')

  const other = await browser.newPage()
  await joinByCalls(other.request, server.url, 'challengecy')
  await other.goto(`${server.url}/user/${id}`)
  await expect(other.getByText('Music from Lagos')).toBeVisible()
  const link = other.getByRole('list', { name: 'Links' }).getByRole('link')
  await expect(link).toHaveText(/^All songs lena\.example\.com/)
  await expect(link).toHaveAttribute('href', 'https://lena.example.com/songs')
  await expect(link).toHaveAttribute('rel', /^me nofollow ugc/)
  await other.getByRole('button', { name: 'Challenge', exact: true }).click()
  const form = other.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await expect(form.getByRole('group', { name: 'Opponent' })).toContainText('linkslena')
})
