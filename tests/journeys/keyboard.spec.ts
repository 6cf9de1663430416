import { expectFocus, reach } from './support/keyboard.ts'
import { stepsTo } from './support/lesson.ts'
import { wallet } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, type Page, test } from './support/test.ts'

// Uses the keyboard alone, from the landing page to logging out. All UI states check that Tab reaches every control; this
// is about where the focus goes.

const NOW = new Date()

const server = serverForAll({ startAt: NOW.toISOString() })
test.use({ timezoneId: 'UTC' })

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

test('from joining to logging out with the keyboard alone', async ({ page }) => {
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
    await arrive(page, 'Dashboard', /Welcome/)
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
    await expect(dialog.getByRole('button', { name: /^Next lesson/ })).toBeFocused()
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
