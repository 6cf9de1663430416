import { callAs, challengeByCalls, type Fighter, fighter, scores } from './support/arena.ts'
import { type BaseLikeServer, startBaseLikeServer } from './support/chain-server.ts'
import { expectFocus, reach } from './support/keyboard.ts'
import { stepsTo } from './support/lesson.ts'
import { wallet } from './support/person.ts'
import { expect, type Page, test } from './support/test.ts'

// Uses the keyboard alone, from the landing page to logging out.

const HOUR_MS = 3_600_000
/** The chain runs in real time, so the server's clock starts there and then stands still. */
const NOW = new Date()

let started: BaseLikeServer
test.beforeAll(async () => {
  started = await startBaseLikeServer(NOW.toISOString())
})
test.afterAll(() => started?.stop())
test.use({ timezoneId: 'UTC', permissions: ['clipboard-read', 'clipboard-write'] })

/** Presses a key, after which the focus must be visible. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expectFocus(page, `after ${key}`)
}

/** Tabs to a control and presses it. */
async function use(page: Page, name: string | RegExp, { isBack = false, key = 'Enter' } = {}): Promise<string> {
  const found = await reach(page, name, { isBack })
  await expectFocus(page, `on ${found}`)
  await press(page, key)
  return found
}

/** Uses a link of the bar, which precedes the content. */
const byBar = (page: Page, name: string) => use(page, name, { isBack: true })

async function byMenu(page: Page, name: string): Promise<void> {
  await use(page, 'Account menu', { isBack: true })
  await use(page, name)
}

/** Expects a new screen with its title and a focused heading, where Tab follows the page's order. */
async function arrive(page: Page, title: string, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^${title}.* — Aura$`))
  await expectFocus(page, `at ${title}`)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect(await page.locator('[tabindex]').evaluateAll((all) => all.filter((each) => each.tabIndex > 0).length)).toBe(0)
}

/** Opens and closes a dialog, which returns the focus. */
async function openAndLeave(page: Page, button: string): Promise<void> {
  await use(page, button)
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: button }).first()).toBeFocused()
}

/** Triggers a wallet prompt and rejects it. */
async function useAndSayNo(page: Page, button: string): Promise<void> {
  await use(page, button)
  await expect(wallet(page)).toBeVisible()
  await press(page, 'Escape')
  await expect(wallet(page)).toHaveCount(0)
  await expectFocus(page, 'after the wallet said no')
}

/** Submits an answer to the question on screen, of any kind. */
async function respondByKeys(page: Page): Promise<void> {
  for (const { role, name, text } of await stepsTo(page.getByRole('dialog'))) {
    if (role === 'radio') {
      await reach(page, /./, { role })
      await press(page, 'Space')
      while (!(await page.getByRole(role, { name, exact: true }).isChecked())) await press(page, 'ArrowDown')
    } else {
      await reach(page, name)
      if (text === undefined) await press(page, 'Space')
      else await page.keyboard.type(text)
    }
  }
  await use(page, 'Submit Answer')
}

async function people(page: Page, usernames: readonly string[]): Promise<Fighter[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('this page has no browser')
  return Promise.all(
    usernames.map(async (username) =>
      fighter(started.server, (await browser.newContext()).request, username, { ap: 400 }),
    ),
  )
}

test('everything a signed-in person can do, with the keyboard alone', async ({ page }) => {
  test.setTimeout(400_000)
  const { server } = started
  const [ada, bo] = await people(page, ['ada_live', 'bo_cooks'])
  if (!ada || !bo) throw new Error('nobody came')

  await test.step('joins', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(server.url)
    await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
    await use(page, 'LOGIN')
    await expect(page.getByRole('dialog', { name: 'Join Aura' })).toBeVisible()
    await use(page, 'Aura Demo Wallet')
    await expect(wallet(page).getByRole('radio').first()).toBeVisible()
    await reach(page, /./, { role: 'radio' })
    await press(page, 'ArrowDown')
    await press(page, 'Enter')
    await expect(wallet(page).getByRole('button', { name: 'Sign' })).toBeVisible()
    await use(page, 'Sign')
    await arrive(page, 'Welcome', 'Welcome to Aura')
  })

  await test.step('is welcomed', async () => {
    await reach(page, 'Username')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('cleo_keys')
    await expect(page.getByText('Username is available')).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'Keep going' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { name: 'Your ring, unlit' })).toBeFocused()
    await use(page, 'Start lesson 1')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Take Knowledge Check' })).toBeVisible()
    await press(page, 'Escape')
    await arrive(page, 'Dashboard', /Day 0|Welcome back/)
  })

  await test.step('skips the bar', async () => {
    await use(page, 'Skip to content', { isBack: true })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('learns and claims', async () => {
    await use(page, /^Build Aura: /)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Take Knowledge Check' })).toBeVisible()
    await use(page, 'Take Knowledge Check')
    await respondByKeys(page)
    await use(page, 'Next Question')
    await respondByKeys(page)
    await use(page, /^Claim/)
    await expect(dialog.getByRole('button', { name: 'Keep going' })).toBeFocused()
    await press(page, 'Escape')
    await expect(dialog).toHaveCount(0)
    await expectFocus(page, 'after the moment of reward')
  })

  await test.step('looks at the streak', async () => {
    await use(page, '1 day streak')
    await arrive(page, 'Streak', '1 day streak')
    await use(page, /^\w+day \d+ \w+, today/)
    await use(page, new RegExp(`^${lastMonth()} `))
    await expectFocus(page, 'in another month')
  })

  await test.step('buys Steeze and sees the receipt', async () => {
    await byBar(page, 'Steeze Recharge')
    await arrive(page, 'Steeze Recharge', /STEEZE/)
    await reach(page, 'USDC amount')
    await page.keyboard.type('5')
    await use(page, 'Buy Steeze')
    await use(page, 'Sign')
    await use(page, 'Confirm')
    await use(page, 'Keep going')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectFocus(page, 'after the purchase')
    await use(page, /^Bought/)
    await arrive(page, 'Receipt', /Steeze, bought/)
    await use(page, 'Receipts')
    await arrive(page, 'Receipts', 'Receipts')
    await use(page, /Steeze, bought/)
    await arrive(page, 'Receipt', /Steeze, bought/)
  })

  // Replaces Steeze won in a battle. It comes from purchased Steeze, because redemption fails if the chain knows of
  // less.
  const { id: mine } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await server.earn(mine, 20)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('redeems as far as the wallet', async () => {
    await byBar(page, 'Steeze Recharge')
    await arrive(page, 'Steeze Recharge', /STEEZE/)
    await reach(page, 'Steeze amount')
    await page.keyboard.type('10')
    await useAndSayNo(page, 'Redeem')
    await use(page, 'Proof of reserves')
    await arrive(page, 'Proof of reserves', /reserves|Covered|Checking/i)
  })

  await test.step('finds somebody and vouches as far as the wallet', async () => {
    await byBar(page, 'Trending')
    await arrive(page, 'Leaderboard', /./)
    await reach(page, 'Search by username')
    await page.keyboard.type('ada_live')
    await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
    await use(page, 'ada_live')
    await arrive(page, 'ada_live', 'ada_live')
    await use(page, 'Vouch')
    await expect(page.getByRole('dialog', { name: 'Vouch for ada_live' })).toBeVisible()
    await reach(page, 'USDC amount')
    await page.keyboard.type('2')
    await useAndSayNo(page, 'Vouch Now')
    await press(page, 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Vouch', exact: true })).toBeFocused()
    await use(page, 'Follow ada_live')
    await expect(page.getByRole('button', { name: 'Unfollow ada_live' })).toBeFocused()
  })

  let sprint = ''
  await test.step('challenges somebody to a sprint, without a soft close', async () => {
    await byBar(page, 'Live Battles')
    await arrive(page, 'Live Battles', /./)
    const dialog = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
    await openAndLeave(page, 'Create Battle')
    await press(page, 'Enter')
    await expect(dialog).toBeVisible()
    await reach(page, 'Opponent')
    await page.keyboard.type('bo_cooks')
    await expect(dialog.getByText('1 creator found')).toBeVisible()
    await use(page, 'bo_cooks')
    await reach(page, 'Planned', { role: 'radio' })
    await press(page, 'ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Now' })).toBeFocused()
    await reach(page, '15 minutes', { role: 'radio' })
    await press(page, 'ArrowRight')
    await reach(page, 'Stake amount')
    await use(page, /^Soft close/, { key: 'Space' })
    await expect(dialog.getByRole('checkbox', { name: /^Soft close/ })).not.toBeChecked()
    await use(page, 'SEND BATTLE REQUEST')
    await expect(dialog).toHaveCount(0)
    await expectFocus(page, 'after the challenge')
    const [sent] = await (await page.request.get(`${server.url}/api/battles/user`)).json()
    expect(sent).toMatchObject({ status: 'pending', duration: 0.5, softClose: false })
    sprint = sent.id
  })
  await callAs(server, bo, `/api/battles/${sprint}/accept`)

  const startsAt = new Date(Math.ceil(NOW.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS)
  const id = await challengeByCalls(server, ada, bo, { title: 'Rug or real', startsAt: startsAt.toISOString() })
  await callAs(server, bo, `/api/battles/${id}/accept`)

  await test.step('lives through a battle', async () => {
    await reach(page, /^My Battles/, { role: 'tab', isBack: true })
    for (const tab of [/^Completed/, /^Upcoming/]) {
      await press(page, 'ArrowLeft')
      await expect(page.getByRole('tab', { name: tab })).toBeFocused()
    }
    await press(page, 'Enter')
    await use(page, 'Details: Rug or real')
    await arrive(page, 'Showdown', /Rug or real|Both stakes/)
    await use(page, 'Notify me when it starts', { key: 'Space' })
    await expect(page.getByRole('button', { name: 'Notify me when it starts', pressed: true })).toBeFocused()
    await server.setClock(startsAt.toISOString())
    // The score is announced at once, the timer never.
    await expect(page.getByRole('status').filter({ hasText: 'ada_live 0, bo_cooks 0. 50.0% to 50.0%.' })).toHaveCount(1)
    await expect(page.getByRole('timer')).toHaveAttribute('aria-live', 'off')
    await expectFocus(page, 'as the battle starts')
    await use(page, 'Cheer for ada_live')
    await use(page, /^Gift Steeze\s*to bo_cooks/)
    const sheet = page.getByRole('dialog', { name: 'Gift Steeze' })
    await expect(sheet.getByText('Live Aura Radar, after')).toBeVisible()
    await reach(page, /^Amount/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('7')
    await press(page, 'Enter')
    await expect(sheet).toHaveCount(0)
    await expect.poll(() => scores(page)).toMatchObject({ a: '0', b: '7' })
    await expect(page.getByRole('button', { name: 'Gift Steeze to bo_cooks' })).toBeFocused()
    // The first key opens the sheet with the amount missing to lead, the next gives it.
    await use(page, '8 more and ada_live leads', { isBack: true })
    await expect(sheet.getByRole('button', { name: 'Gift', exact: true })).toBeFocused()
    await press(page, 'Enter')
    await expect(sheet).toHaveCount(0)
    await expect.poll(() => scores(page)).toMatchObject({ a: '8', b: '7' })
    await use(page, 'Pause effects', { key: 'Space' })
    await expect(page.getByRole('button', { name: 'Play effects' })).toBeFocused()
    await server.setClock(new Date(startsAt.getTime() + 4 * HOUR_MS).toISOString())
    await expect(page.getByRole('heading', { name: 'ada_live Wins!' })).toBeVisible()
    await expectFocus(page, 'as the battle ends')
    const saving = page.waitForEvent('download')
    await use(page, 'Share result')
    await saving
    await use(page, 'How it was decided', { isBack: true })
    await arrive(page, 'Battle receipt', /ada_live Wins!/)
    await expect(page.getByRole('img', { name: /ada_live ends on 8, bo_cooks on/ })).toBeVisible()
  })

  await test.step('asks for a rematch', async () => {
    await byBar(page, 'Live Battles')
    await arrive(page, 'Live Battles', /./)
    await reach(page, /./, { role: 'tab' })
    const completed = page.getByRole('tab', { name: /^Completed/ })
    while (!(await completed.evaluate((tab) => tab === document.activeElement))) await press(page, 'ArrowRight')
    await press(page, 'Enter')
    // The sprint has no title.
    await use(page, `Battle #${sprint.slice(0, 8)}`)
    await expect(page.getByRole('heading', { name: 'Aura Draw - No Winner' })).toBeVisible()
    await use(page, /^Rematch for/)
    await arrive(page, 'Showdown', 'bo_cooks has not answered')
  })

  await test.step('reads what happened meanwhile', async () => {
    await use(page, /^Notifications/, { isBack: true })
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
    // The user is told once, although both as a follower and by the reminder.
    await expect(page.getByText('ada_live against bo_cooks is live')).toHaveCount(1)
    await press(page, 'Escape')
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused()
    await press(page, 'Enter')
    await use(page, /, unread$/)
    await expect(page.getByRole('heading', { name: 'Notifications' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('goes wherever the account menu leads', async () => {
    await byMenu(page, 'Profile')
    await arrive(page, '\\w+', /^\w+/)
    await openAndLeave(page, 'Edit photo')
    await byMenu(page, 'Settings')
    await arrive(page, 'Settings', 'Account Settings')
    await use(page, 'Edit username')
    await press(page, 'Escape')
    await expect(page.getByRole('button', { name: 'Edit username' })).toBeFocused()
    await openAndLeave(page, 'Replace wallet')
    await use(page, /^Battles/, { key: 'Space' })
    await openAndLeave(page, 'Delete account')
    await use(page, 'Set up: Stream overlay', { isBack: true })
    await arrive(page, 'Stream overlay', 'Show a battle on your stream')
    await reach(page, 'Medium', { role: 'radio' })
    await press(page, 'ArrowRight')
    await expect(page.getByRole('radio', { name: 'Large' })).toBeChecked()
    await use(page, 'Copy the address')
    await expect(page.getByText('Copied')).toBeAttached()
    await byMenu(page, 'Help')
    await arrive(page, 'How aura works', 'How aura works')
    await use(page, 'Guide')
    await arrive(page, 'Guide', 'Guide')
  })

  await test.step('changes the theme and leaves', async () => {
    await use(page, 'Account menu', { isBack: true })
    await use(page, 'Dark theme', { key: 'Space' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await use(page, 'Log out')
    await arrive(page, 'Build your aura', 'Build your aura')
    await use(page, /^Guide/)
    await arrive(page, 'Guide', 'Guide')
  })
})

const lastMonth = () =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth(), 0)).toLocaleString('en', {
    month: 'long',
    timeZone: 'UTC',
  })
