import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { serverForEach } from '../support/server-for.ts'
import { type BrowserContext, expect, type Page, test } from '../support/test.ts'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

async function somebody(context: BrowserContext, name: string, purse?: { ap?: number; steeze?: number }) {
  const page = await context.newPage()
  const who = await fighter(server, context.request, name, purse)
  return { page, ...who }
}

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('the list by tab, role and status [frame.text-nav-battles] [battles.const-tab-default] [battles.text-stats] [battles.tab-upcoming] [battles.tab-mine] [battles.tab-counts] [battles.status-filter] [battles.mine-counters] [battles.card] [battles.text-card-untitled] [battles.card-countdown] [battles.status-raw] [battles.actions-pending] [battles.actions-accepted] [battles.actions-cancellation] [battles.text-cancelled-by-agreement] [battles.text-empty-live] [battles.text-empty-live-button] [battles.text-empty-completed] [battles.text-empty-upcoming] [battles.text-empty-mine] [battles.list-loading] [battles.text-status-live] [battles.tab-live] [battles.tab-completed] [battles.view-filter] [battles.text-voting-countdown] [frame.no-reload-after-action]', async ({
  browser,
}) => {
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()]
  const ada = await somebody(mine, 'ada_live')
  const bo = await fighter(server, theirs.request, 'bo_cooks')
  const { page } = ada
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: 'Live Battles' }).first().click()
  await expect(page.getByRole('tab', { name: /^Upcoming/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'No Upcoming Battles' })).toBeVisible()
  await page.getByRole('tab', { name: 'Live' }).first().click()
  await expect(page.getByRole('heading', { name: 'No Live Aura Clashes' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Your First Aura Clash' }).click()
  await expect(page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByRole('heading', { name: 'No Completed Battles' })).toBeVisible()
  await page.getByRole('tab', { name: 'My Battles' }).click()
  await expect(page.getByRole('heading', { name: 'No Battles Yet' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const startsAt = '2026-03-02T16:00:00Z'
  await challengeByCalls(server, bo, ada, { title: 'Rug or real', startsAt })
  const second = await challengeByCalls(server, ada, bo, { startsAt, stake: 50 })
  // No rows show before the session is known, then the maximum number of skeletons.
  const held = async (path: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(path, (route) => promise.then(() => route.continue()))
    return resolve
  }
  const placeholders = page.locator('[aria-busy="true"] > div')
  const [tellWho, tellMine] = [await held(/\/api\/auth\/user$/), await held(/\/api\/battles\/user/)]
  await page.goto(`${server.url}/arena?tab=mine`)
  await expect(page.getByText('Loading Aura...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Live Battles' })).toHaveCount(0)
  tellWho()
  await expect(placeholders).toHaveCount(3)
  tellMine()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const first = row(page, 'Rug or real')
  await expect(first).toContainText('bo_cooks challenged you')
  await expect(first).toContainText('pending')
  await expect(first).toContainText(/0[34]:\d\d:\d\d/)
  const own = row(page, `Battle #${second.slice(0, 8)}`)
  await expect(own.getByRole('button', { name: /^Withdraw/ })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
  // A challenge that can be withdrawn can also be opened.
  await expect(own.getByRole('link')).toHaveAttribute('href', `/battles/${second}`)
  await own.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(own).toContainText('Withdrawn by you')
  await expect(page.getByRole('term').filter({ hasText: 'Withdrawn' }).locator('..')).toContainText('1')

  await first.getByRole('button', { name: /^Accept/ }).click()
  await expect(first).toContainText('You accepted bo_cooks')
  await first.getByRole('button', { name: /^Request cancellation/ }).click()
  await expect(first).toContainText('You asked to cancel')
  await expect(first.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  // A mouse's press at the place of the last one would count as its second, here and below.
  const takeBack = first.getByRole('button', { name: /^Take back/ })
  // The list shows the step before the page is done with it.
  await expect(takeBack).toBeEnabled()
  await takeBack.press('Enter')
  await expect(first).toContainText('accepted')
  const [battle] = await (await bo.request.get(`${server.url}/api/battles/user?status=accepted`)).json()
  await callAs(server, bo, `/api/battles/${battle.id}/request-cancellation`)
  const approve = first.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeEnabled()
  await approve.press('Enter')
  await expect(page.getByText('Battle cancelled by mutual agreement').first()).toBeVisible()
  await expect(first).toContainText('cancelled')

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'withdrawn' }).click()
  await expect(page.getByRole('list', { name: 'My battles' }).getByRole('listitem')).toHaveCount(1)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  const [cy, dee] = await Promise.all(
    ['cy_claps', 'dee_cheers'].map(async (name) => fighter(server, (await browser.newContext()).request, name)),
  )
  for (const [from, to, title, duration] of [
    [bo, ada, 'Ours', 3],
    [cy as Fighter, dee as Fighter, 'Theirs', 5],
  ] as const) {
    const id = await challengeByCalls(server, from, to, { title, startsAt, duration })
    await callAs(server, to, `/api/battles/${id}/accept`)
  }
  await server.setClock(startsAt)
  const tellAll = await held(/\/api\/battles\?/)
  await page.goto(`${server.url}/battles?tab=live`)
  await expect(placeholders).toHaveCount(6)
  tellAll()
  const others = row(page, 'Theirs')
  await expect(page.getByRole('article')).toContainText('Ours')
  await expect(others).toContainText(/0[45]:\d\d:\d\d remaining, 500 AP/)
  await expect(others.getByRole('link', { name: 'Enter Battle: Theirs' })).toBeVisible()
  await expect(row(page, 'Rug or real')).toHaveCount(0)
  await page.getByRole('radio', { name: 'All' }).check({ force: true })
  await expect(row(page, 'Rug or real')).toContainText('cancelled')
  await expect(others).toBeVisible()
  await page.getByRole('radio', { name: 'Live' }).check({ force: true })
  await expect(row(page, 'Rug or real')).toHaveCount(0)
  await server.setClock('2026-03-02T19:00:00Z')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(row(page, 'Ours')).toContainText('Draw')
  await expect(page.getByRole('list', { name: 'Completed battles' }).getByRole('listitem')).toHaveCount(1)
})

test('a challenge is made in the form, its checks in their order [battles.text-create-title] [battles.text-create-counter] [battles.create-opponent-search] [battles.create-search-empty] [battles.text-create-stake-note] [battles.text-create-send] [battles.const-title-length] [battles.const-stake-range] [battles.check-date-min] [battles.text-insufficient-dialog] [battles.text-create-failed] [battles.create-unauthorized]', async ({
  browser,
}) => {
  const [mine, theirs] = [await browser.newContext({ timezoneId: 'UTC' }), await browser.newContext()]
  const { page } = await somebody(mine, 'ada_live')
  const bo = await fighter(server, theirs.request, 'bo_cooks', { ap: 200 })
  // The page has no server time yet, so its own clock counts.
  await page.clock.setFixedTime('2026-03-02T12:00:00Z')
  const searches: string[] = []
  page.on('request', (request) => request.url().includes('/users/search') && searches.push(request.url()))
  await page.goto(`${server.url}/battles`)
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  // Suggested, and near enough.
  await expect(
    dialog.getByRole('region', { name: 'Online now' }).getByRole('button', { name: /bo_cooks/ }),
  ).toBeVisible()
  const send = dialog.getByRole('button', { name: 'SEND BATTLE REQUEST' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByText('Both players must stake the same amount')).toBeVisible()
  await dialog.getByLabel('Opponent').fill('  ')
  await dialog.getByLabel('Opponent').fill('bo_c')
  await dialog.getByRole('button', { name: /bo_cooks/ }).click()
  expect(searches.every((url) => url.includes('q=bo_c'))).toBe(true)

  await dialog.getByLabel('Title').fill('A title that is far too long')
  await expect(dialog.getByLabel('Title')).toHaveValue('A title that is far ')
  await expect(dialog.getByText('20/20 characters')).toBeVisible()
  await expect(dialog.getByText('A title has room for 20 characters. The rest was left out.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Planned' }).click()
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('12:00')
  await expect(dialog.getByLabel('Date')).toHaveAttribute('min', '2026-03-02')
  await expect(dialog.getByRole('radiogroup', { name: 'Duration' }).getByRole('radio')).toHaveCount(3)
  await dialog.getByLabel('Stake amount', { exact: true }).fill('5000')
  await send.click()
  const insufficient = page.getByRole('dialog', { name: 'Balance Insufficient!' })
  await expect(insufficient).toContainText("You don't have enough Aura Points to stake this amount!")
  await insufficient.getByRole('button', { name: 'Got it!' }).click()
  await dialog.getByLabel('Stake amount', { exact: true }).fill('150')
  await dialog.getByLabel('Date').fill('2026-03-02')
  await send.click()
  await expect(dialog.getByText('Battle date and time must be in the future.')).toBeVisible()
  await dialog.getByLabel('Date').fill('2026-03-03')
  await page.route('**/api/battles', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'x' }) : route.continue(),
  )
  await send.click()
  await expect(page.getByText('Failed to create battle. Please try again.').first()).toBeVisible()
  await page.unroute('**/api/battles')
  await send.click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'A title that is far')).toContainText('bo_cooks has not answered')
  const [battle] = await (await bo.request.get(`${server.url}/api/battles/user`)).json()
  expect(battle).toMatchObject({ challengerStake: 150, battleStartsAt: '2026-03-03T12:00:00.000Z', duration: 4 })

  // Without a session no challenge is created, and signing in returns here.
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  await dialog.getByLabel('Opponent').fill('bo_c')
  await dialog.getByRole('button', { name: /bo_cooks/ }).click()
  await page.route('**/api/battles', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'r' } })
      : route.continue(),
  )
  await send.click()
  await expect(page).toHaveURL(/join=1&next=%2Fbattles/)
  await expect(page.getByRole('dialog', { name: /^(Join Aura|Welcome back)/ })).toBeVisible()
})

test('a long list goes on where it ends, by keyboard too', async ({ page, browser }) => {
  const rival = await (await browser.newContext()).newPage()
  const bo = await fighter(server, rival.request, 'bo_cooks')
  const ada = await fighter(server, page.request, 'ada_live')
  const startsAt = '2026-03-02T16:00:00Z'
  for (let i = 0; i < 55; i++) {
    const id = await challengeByCalls(server, ada, bo, { startsAt, stake: 1 })
    await callAs(server, ada, `/api/battles/${id}/withdraw`)
  }
  await page.goto(`${server.url}/battles?tab=mine`)
  await expect(page.getByRole('tab', { name: 'My Battles 55' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'My battles' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(55)
  await expect(rows.nth(50).getByRole('link').first()).toBeFocused()
  await expect(page.getByText('That’s all 55.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})
