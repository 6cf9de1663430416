import { chooseDemoWallet, logOut, signInAs, wallet } from '../support/person.ts'
import { serverForEach } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC', contextOptions: { reducedMotion: 'no-preference' } })

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Level Up Today' })
const lesson = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Take Knowledge Check' })
const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()

test('the first sign-in: a name, the ring with its bonus, and lesson 1, once and for all [access.welcome-steps] [access.firsts-once] [access.route-welcome]', {
  tag: '@smoke',
}, async ({ page }) => {
  const ends: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/seen-first')) ends.push(response.status())
  })
  await page.goto(server.url)
  await signInAs(page, 'Ada')
  await expect(title(page, 'Welcome to Aura')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Username' })
  expect(await name.inputValue()).toMatch(/^[a-z]+_[a-z]+_\d{3}$/)
  await name.fill('ab')
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
  await expect(button(page, 'Continue')).toHaveAttribute('aria-disabled', 'true')
  await name.fill('ada_keeps_her_name_0')
  await expect(page.getByText('Username is available')).toBeVisible()
  await button(page, 'Continue').dblclick()

  const bonus = page.getByRole('dialog', { name: 'You earned 100 AP. Your first points, for your wallet. Paid once.' })
  await expect(bonus).toBeVisible()
  // A single click, since a second one could reach the page below, which takes the focus from its heading.
  await bonus.getByRole('button', { name: 'Keep going' }).click()
  await expect(title(page, 'Your ring, unlit')).toBeFocused()
  await expect(page.getByText('+100 Aura Points (AP) for your wallet, paid once.')).toBeVisible()
  // The celebration is shown once, even after going back or reloading.
  await page.goBack()
  await expect(name).toHaveValue('ada_keeps_her_name_0')
  await button(page, 'Continue').click()
  await expect(title(page, 'Your ring, unlit')).toBeFocused()
  await page.reload()
  await expect(title(page, 'Your ring, unlit')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await button(page, 'Start lesson 1').dblclick()
  await expect(lesson(page)).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
  expect(ends).toEqual([200])
  expect(await me(page)).toMatchObject({ username: 'ada_keeps_her_name_0', auraPoints: 100, seenFirsts: ['sign_in'] })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const path of ['/', '/welcome', '/welcome?step=2']) {
    await page.goto(server.url + path)
    await expect(dashboard(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await logOut(page)
  await chooseDemoWallet(page)
  await expect(page.getByRole('dialog', { name: 'Welcome back, ada_keeps_her_name_0' })).toBeVisible()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(dashboard(page)).toBeVisible()
})

test('it can be left, comes back before the dashboard, and is skipped in all tabs [access.welcome-skipped] [learning.celebration-once]', async ({
  page,
  context,
}) => {
  // A destination takes precedence over the welcome.
  await page.goto(`${server.url}/?join=1&next=%2Fstreak`)
  const join = page.getByRole('dialog', { name: 'Join Aura' })
  await join.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await wallet(page).getByRole('radio', { name: 'Bo' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('heading', { name: '0 day streak', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(title(page, 'Welcome to Aura')).toBeFocused()
  await page.getByRole('link', { name: 'Live Battles' }).click()
  await expect(title(page, 'Live Battles')).toBeVisible()
  await page.goto(server.url)
  await expect(title(page, 'Welcome to Aura')).toBeVisible()

  const other = await context.newPage()
  await other.goto(server.url)
  await expect(title(other, 'Welcome to Aura')).toBeVisible()
  // One of the tabs celebrates the bonus.
  await button(page, 'Continue').click()
  await button(page, 'Keep going').click()
  await button(other, 'Continue').click()
  await expect(title(other, 'Your ring, unlit')).toBeFocused()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await page.route('**/api/auth/seen-first', (route) => route.abort())
  await button(page, 'Skip').click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The welcome is still open')
  await page.unroute('**/api/auth/seen-first')
  await button(page, 'Skip').dblclick()
  await expect(dashboard(page)).toBeVisible()
  await expect(dashboard(other)).toBeVisible()
})
