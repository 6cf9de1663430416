import { checkInBothThemes } from './support/check-visuals-and-a11y.ts'
import { answerUntilClaim, respond } from './support/lesson.ts'
import { chooseDemoWallet, openNextLesson, wallet } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, test } from './support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC', viewport: { width: 390, height: 844 } })

// States without an address of their own; all-ui-states.spec.ts has the others.
test('every state on the way is accessible and fits, in both themes, and a refused signature can be tried again [frame.wallet-declined] [access.sign-in-no-reload]', async ({
  page,
}) => {
  const shot = (name: string) => checkInBothThemes(page, (theme) => `${name}-${theme}`)
  await page.goto(server.url)
  await expect(page.getByText('LEGENDS')).toBeVisible()
  await chooseDemoWallet(page)
  await expect(wallet(page).getByRole('button', { name: 'Connect' })).toBeVisible()
  await shot('wallet-connect')
  await wallet(page).getByRole('radio', { name: 'Bo' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await expect(wallet(page).getByRole('button', { name: 'Sign' })).toBeVisible()
  await shot('wallet-sign')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await wallet(page).getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('You declined in your wallet').first()).toBeVisible()
  await shot('join-rejected')
  const join = page.getByRole('dialog', { name: 'Join Aura' })
  await join.getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Aura' })).toBeVisible()
  await expect(page.getByText('Wallet Connected!')).toBeHidden()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await shot('welcome-name')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Keep going' })).toBeVisible()
  await shot('welcome-bonus')
  await page.getByRole('button', { name: 'Keep going' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(/min read/)).toBeVisible()
  await shot('welcome-ring')
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
  await shot('dashboard-new')

  const { dialog } = await openNextLesson(page)
  await dialog.getByRole('button', { name: 'Take Knowledge Check' }).click()
  await shot('lesson-quiz')
  await respond(dialog, { wrong: true })
  await dialog.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(dialog.getByText('Incorrect Answer')).toBeVisible()
  await shot('lesson-wrong')
  // The server's clock stands still, so three seconds of it must pass.
  await server.setClock('2026-03-02T12:01:00Z')
  await answerUntilClaim(dialog)
  await expect(dialog.getByRole('button', { name: /^Claim/ })).toBeVisible()
  await shot('lesson-claim')
  await dialog.getByRole('button', { name: /^Claim/ }).click()
  await expect(dialog.getByRole('button', { name: 'Not now' })).toBeVisible()
  await shot('lesson-done')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await shot('dashboard-day-1')
  await server.setClock('2026-03-02T12:00:00Z')
})
