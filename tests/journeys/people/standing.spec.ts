import type { Browser } from '@playwright/test'
import { fighter } from '../support/arena.ts'
import { freshWallet, joinByCalls } from '../support/by-calls.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const ADMIN = freshWallet()

const server = serverForAll({
  startAt: '2026-03-02T12:00:00Z',
  settings: { adminWallets: [ADMIN.address.toLowerCase()] },
})
test.use({ timezoneId: 'UTC' })

async function joinApart(browser: Browser, wallet: typeof ADMIN, username: string) {
  const context = await browser.newContext()
  const { id } = await fighter(server, context.request, username, {}, wallet)
  const send = async (method: 'PUT' | 'POST', path: string, data: object) => {
    const reply = await context.request.fetch(`${server.url}${path}`, {
      method,
      headers: { origin: server.url },
      data,
    })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  return { id, send, context }
}

test('one press on a profile stands by its person, one more changes the line or takes it back [standing.from-profile] [standing.line-form]', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  const { id } = await fighter(server, other.request, 'temi_sings', {})
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(`${server.url}/user/${id}`)
  const card = page.getByRole('region', { name: 'Standing by' })
  const places = card.getByRole('list', { name: 'People who stand by them' })
  const stand = (left: number) =>
    page.getByRole('button', { name: `Stand by temi_sings, ${left} of 10 places left`, exact: true })
  const stands = page.getByRole('button', { name: 'Standing by temi_sings' })

  // The page shows the place at once, and takes that back when the server doesn't have it.
  let answer = () => {}
  await page.route(`**/api/places/${id}`, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.abort()
  })
  await stand(10).click()
  await expect(stands).toBeVisible()
  answer()
  await expect(stand(10)).toBeVisible()
  await expect(page.getByText('You don’t stand by them yet.')).toBeVisible()
  await page.unroute(`**/api/places/${id}`)

  await card.scrollIntoViewIfNeeded()
  await expect(card).toContainText('No one stands by them yet.')
  await stand(10).focus()
  await page.keyboard.press('Enter')
  await expect(places).toContainText('calm_cleo')
  await expect(stands).toBeFocused()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'You stand by temi_sings' })
  await dialog.getByLabel('Your line').fill('x'.repeat(81))
  await expect(dialog).toContainText('Your line has at most 80 characters')
  await dialog.getByLabel('Your line').fill('Sings what I feel.')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(places).toContainText('Sings what I feel.')

  const theirs = await other.newPage()
  await theirs.goto(`${server.url}/profile`)
  await theirs.getByRole('region', { name: 'Standing by' }).scrollIntoViewIfNeeded()
  await theirs.getByRole('button', { name: 'Report the line beside calm_cleo' }).click()
  const report = theirs.getByRole('dialog', { name: 'Report a line' })
  await report.getByText('Spam or a scam').click()
  await report.getByRole('button', { name: 'Report' }).click()
  await expect(theirs.getByText('An admin will look at this line.')).toBeVisible()
  await theirs.getByRole('button', { name: /^Notifications/ }).click()
  await theirs.getByRole('tab', { name: 'Other people' }).click()
  await expect(theirs.getByText('calm_cleo stands by you')).toBeVisible()

  await stands.click()
  await dialog.getByRole('button', { name: 'Take it back from temi_sings' }).click()
  await expect(dialog).toBeHidden()
  await expect(stand(10)).toBeVisible()
  await expect(card).toContainText('No one stands by them yet.')
})

test('who answers for someone appeals on their profile, and reads an admin’s answer in Settings [trust.appeal]', async ({
  page,
  browser,
}) => {
  await server.setClock('2026-04-03T12:00:00Z')
  const spammer = await joinApart(browser, freshWallet(), 'spam_sam')
  const admin = await joinApart(browser, ADMIN, 'admin_abe')
  await joinByCalls(page.request, server.url, 'loyal_lou')
  await page.goto(`${server.url}/user/${spammer.id}`)
  await page.getByRole('button', { name: /^Stand by spam_sam/ }).click()
  await expect(page.getByRole('button', { name: 'Standing by spam_sam' })).toBeVisible()
  await admin.send('POST', `/api/admin/people/${spammer.id}/suspend`, { reason: 'Spam.' })

  const own = page.getByRole('region', { name: 'Trust', exact: true })
  await server.setClock('2026-04-03T12:05:00Z')
  await page.goto(`${server.url}/profile`)
  await expect(own).toContainText('spam_sam was suspended while you stood by them')
  await own.getByRole('button', { name: /^Appeal: / }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Appeal' })
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(dialog).toContainText('Write what the admins should know.')
  await dialog.getByLabel('What should we know?').fill('We only met once.')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(dialog).toBeHidden()
  await expect(own).toContainText('Appeal waits')

  const desk = await admin.context.newPage()
  await desk.goto(`${server.url}/admin/comments`)
  await expect(desk.getByRole('list', { name: 'Appeals about Trust' })).toContainText('We only met once.')
  await desk.getByRole('button', { name: 'Reject: loyal_lou' }).click()
  await desk.getByLabel('Reason').fill('You wrote that you trust him.')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click()
  await expect(desk.getByText('No appeals').last()).toBeVisible()

  const cards = Promise.withResolvers<void>()
  await page.route('**/assets/*-card-*.js', (route) => cards.promise.then(() => route.continue()))
  await page.goto(`${server.url}/settings#related-accounts`)
  const card = page.getByRole('region', { name: 'Related accounts' })
  await expect(card).toContainText('You wrote that you trust him.')
  await expect(card.getByText('Rejected')).toBeInViewport()
  cards.resolve()
  await expect(page.getByText('Hide my followers')).toBeAttached()
  await expect(card.getByText('Rejected')).toBeInViewport()
  await expect(card.getByRole('button', { name: /^Appeal/ })).toHaveCount(0)
})
