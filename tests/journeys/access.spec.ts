import { LOCAL_PAGES, PAGES } from '@aura/api/pages'
import { helpPages } from '../../web/src/lib/help-pages.ts'
import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { freshWallet, joinByCalls } from './support/by-calls.ts'
import { serverForAll } from './support/server-for.ts'
import { hugeReceipt } from './support/states/money.ts'
import { type Browser, expect, type Page, test } from './support/test.ts'

// Tests access to screens. server/src/access-matrix.db.test.ts covers the calls.

const ADMIN = freshWallet()
const PENDING_AT = '2026-03-03T16:00:00Z'
const STARTS = '2026-03-02T16:00:00Z'
const ENDS = '2026-03-02T20:00:00Z'

const server = serverForAll({
  startAt: '2026-03-02T12:00:00Z',
  settings: { adminWallets: [ADMIN.address.toLowerCase()] },
})
test.use({ timezoneId: 'UTC' })

const VIEWERS = ['visitor', 'suspended', 'owner', 'admin'] as const
type Viewer = (typeof VIEWERS)[number]

const NOT_FOUND = '404 Page Not Found'
const CLOSED = 'This page is unavailable for now'
/** Stands for a redirect to sign-in instead of a heading. */
const SIGN_IN = 'sign-in'

type Row = readonly [visitor: string, suspended: string, owner: string, admin: string]

const everybody = (heading: string): Row => [heading, heading, heading, heading]
const evenSuspended = (heading: string): Row => [NOT_FOUND, heading, heading, heading]
const signedIn = (heading: string, visitor = NOT_FOUND): Row => [visitor, CLOSED, heading, heading]
const admins = (heading: string): Row => [NOT_FOUND, NOT_FOUND, NOT_FOUND, heading]

/** Expected heading by address and viewer. `:id` is the owner's id, battle (a draw) or receipt. */
const TABLE: Readonly<Record<string, Row>> = {
  '/': ['Build your aura', CLOSED, 'Welcome back, ada_owns', 'Welcome back, cy_rules'],
  // Both have completed the welcome.
  '/welcome': [NOT_FOUND, CLOSED, 'Welcome back, ada_owns', 'Welcome back, cy_rules'],
  '/leaderboard': signedIn('Leaderboard', SIGN_IN),
  '/profile': [SIGN_IN, CLOSED, 'ada_owns', 'cy_rules'],
  '/profile/:id': signedIn('ada_owns', 'ada_owns'),
  '/user/:id': signedIn('ada_owns', 'ada_owns'),
  '/learn': signedIn('Your path'),
  '/streak': signedIn('0 day streak'),
  '/battles': signedIn('Live Battles', SIGN_IN),
  '/arena': signedIn('Live Battles', SIGN_IN),
  '/practice': signedIn('Practise rounds', SIGN_IN),
  '/battles/:id': everybody('Aura Draw - No Winner'),
  '/battles/:id/receipt': everybody('Aura Draw - No Winner'),
  '/battle/:id': everybody('Aura Draw - No Winner'),
  '/challenge/:id': [
    'ada_owns challenges you',
    'ada_owns challenges you',
    'Waiting for somebody to accept',
    'ada_owns challenges you',
  ],
  '/invite/:id': [
    'ada_owns invites you to Aura',
    'You’re already a member',
    'Waiting for somebody to join',
    'You’re already a member',
  ],
  '/invites': signedIn('Invites'),
  '/settings/stream': signedIn('Show a battle on your stream'),
  '/steeze-stack': evenSuspended('STEEZE RECHARGE'),
  '/settings': evenSuspended('Account Settings'),
  '/receipts': evenSuspended('Receipts'),
  '/receipts/:id': [NOT_FOUND, 'Receipt Not Found', 'Steeze, bought', 'Receipt Not Found'],
  '/reserves': everybody('Proof of reserves'),
  '/status': everybody('Status'),
  '/trust': everybody('Trust'),
  '/league': signedIn('League'),
  '/recap': signedIn('Your week'),
  '/recap/:id': signedIn('Your week'),
  '/lessons': everybody('Lessons'),
  '/lessons/:id': everybody('What a wallet actually holds'),
  '/glossary': everybody('Glossary'),
  '/glossary/:id': everybody('Glossary'),
  '/design': ['Components and states', CLOSED, 'Components and states', 'Components and states'],
  ...Object.fromEntries(helpPages.map(({ slug, title }) => [`/help/${slug}`, everybody(title)])),
  '/admin/whitelist': admins('Beta Access Management'),
  '/admin/people': admins('People'),
  '/admin/battles': admins('Battles'),
  '/admin/comments': admins('Reports'),
  '/admin/redemptions': admins('Redemptions'),
  '/admin/seeds': admins('Seeds'),
  '/admin/lessons': admins('Lessons'),
  '/admin/log': admins('Log'),
  '/nowhere': everybody(NOT_FOUND),
}

const ID_OF = [
  ['/receipts', '7'],
  ['/recap', '2026-03-02'],
  ['/lessons', 'what-a-wallet-holds'],
  ['/glossary', 'gas'],
] as const

test('the table of screens has a row for every address of the router', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...PAGES, ...LOCAL_PAGES, '/nowhere'].sort())
})

/** Makes a finished battle without gifts and a pending one, then suspends one participant. */
async function prepare(people: Record<Exclude<Viewer, 'visitor'>, Fighter>) {
  const { owner, suspended, admin } = people
  const draw = await challengeByCalls(server, owner, suspended, { startsAt: STARTS })
  await callAs(server, suspended, `/api/battles/${draw}/accept`)
  const waiting = await challengeByCalls(server, owner, admin, { startsAt: PENDING_AT })
  await server.setClock(ENDS)
  const form = { stakeAmount: 1, duration: 4 }
  const { id: link } = await callAs<{ id: string }>(server, owner, '/api/challenge-links', form)
  const { id: invite } = await callAs<{ id: string }>(server, owner, '/api/invites')
  // Admin writes need a fresh sign-in, and the clock has moved on.
  await joinByCalls(admin.request, server.url, undefined, ADMIN)
  await callAs(server, admin, `/api/admin/people/${suspended.id}/suspend`, { reason: 'For the table.' })
  return { draw, waiting, link, invite }
}

async function pageOf(browser: Browser, viewer: Viewer): Promise<{ page: Page; person: Fighter | null }> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  // The redirect itself is not followed.
  await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }))
  if (viewer === 'visitor') return { page, person: null }
  const name = { suspended: 'bo_is_out', owner: 'ada_owns', admin: 'cy_rules' }[viewer]
  const wallet = viewer === 'admin' ? ADMIN : freshWallet()
  return { page, person: await fighter(server, context.request, name, { ap: 600 }, wallet) }
}

const isHeaded = (text: string) =>
  document.querySelector('h1')?.textContent?.replace(/\s+/g, ' ').includes(text) ?? false

/** Navigates without a page load. */
const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

test('every screen, for a visitor, a suspended person, its owner and an admin [access.visitor-404] [access.visitor-battle] [access.visitor-battles-to-login] [access.visitor-profile-to-login] [access.route-unknown] [access.admin-screen-404] [battles.text-draw-banner] [profile.edit-photo]', async ({
  browser,
}) => {
  const viewers = await Promise.all(VIEWERS.map((viewer) => pageOf(browser, viewer)))
  const [, suspended, owner, admin] = viewers.map(({ person }) => person)
  if (!suspended || !owner || !admin) throw new Error('nobody came')
  const { draw, waiting, link, invite } = await prepare({ suspended, owner, admin })
  // This server has no chain and so no receipts; the API tests cover ownership.
  await viewers[2]?.page.route('**/api/receipts/7', (route) => route.fulfill({ json: hugeReceipt }))
  const addressOf = (path: string) =>
    path.replace(
      ':id',
      ID_OF.find(([start]) => path.startsWith(start))?.[1] ??
        (path.startsWith('/invite/')
          ? invite
          : path.startsWith('/challenge')
            ? link
            : path.startsWith('/battle')
              ? draw
              : owner.id),
    )

  await Promise.all(
    viewers.map(async ({ page }, i) => {
      await page.goto(`${server.url}/reserves`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const notice = page.getByRole('region', { name: 'Account suspended' })
      for (const [path, row] of Object.entries(TABLE)) {
        const expected = row[i] ?? ''
        if (expected === SIGN_IN) {
          const [asked] = await Promise.all([page.waitForRequest('**/api/login?*'), follow(page, addressOf(path))])
          expect(new URL(asked.url()).searchParams.get('next')).toBe(addressOf(path))
        } else {
          await follow(page, addressOf(path))
          // Polls on every frame, since there are a hundred addresses; the second check has a readable failure.
          await page.waitForFunction(isHeaded, expected, { timeout: 15_000 }).catch(() => {})
          const heading = page.getByRole('heading', { level: 1 })
          await expect(heading, `${VIEWERS[i]} at ${path}`).toContainText(expected, { timeout: 1_000 })
        }
        if (VIEWERS[i] === 'suspended') {
          await expect(notice).toContainText('Since 2 Mar 2026, 20:00. Reason: For the table.')
        }
      }
      await expect(notice).toHaveCount(VIEWERS[i] === 'suspended' ? 1 : 0)
    }),
  )

  // Private screens offer their owner's actions.
  const [visitors, , ownerPage, adminPage] = viewers.map(({ page }) => page) as [Page, Page, Page, Page]
  for (const [path, mine, others] of [
    [`/profile/${owner.id}`, 'Edit photo', /^Vouch$/],
    [`/battles/${waiting}`, /^Withdraw/, /^Accept/],
  ] as const) {
    await follow(ownerPage, path)
    await follow(adminPage, path)
    await expect(ownerPage.getByRole('button', { name: mine })).toBeVisible()
    await expect(ownerPage.getByRole('button', { name: others })).toHaveCount(0)
    await expect(adminPage.getByRole('button', { name: others })).toBeVisible()
    await expect(adminPage.getByRole('button', { name: mine })).toHaveCount(0)
  }
  await follow(visitors, `/battles/${waiting}`)
  await expect(visitors.getByRole('heading', { name: 'Waiting for opponent to accept the challenge' })).toBeVisible()
  await expect(visitors.getByRole('button', { name: /^(Withdraw|Accept|Reject)/ })).toHaveCount(0)

  // A screen that fails to load still has its heading.
  await ownerPage.route('**/api/receipts/9', (route) => route.fulfill({ status: 500 }))
  await follow(ownerPage, '/receipts/9')
  await expect(ownerPage.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(ownerPage.getByRole('heading', { level: 1, name: 'Receipt' })).toBeFocused()
})

test('the documentation of the calls is shown under the policy of every page', async ({ page }) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const response = await page.goto(`${server.url}/api/docs`)
  expect(response?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  )
  await page.getByRole('button', { name: 'GET /api/config', exact: false }).first().click()
  await expect(page.getByText('Get the network, access mode and links of this server').first()).toBeVisible()
  expect(faults).toEqual([])
})
