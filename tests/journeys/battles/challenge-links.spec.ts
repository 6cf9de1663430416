import { type Fighter, fighter } from '../support/arena.ts'
import { wallet } from '../support/person.ts'
import { serverForEach } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

type Somebody = Fighter & { page: Page }

async function somebody(browser: Browser, name: string, ap = 1_000): Promise<Somebody> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return { page: await context.newPage(), ...(await fighter(server, context.request, name, { ap })) }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function openLinkForm(page: Page) {
  await page.goto(`${server.url}/battles?tab=mine`)
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  const form = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await form.getByRole('radio', { name: 'A creator' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: 'Anyone with a link' })).toBeFocused()
  return form
}

test('a link is made, copied and opened by a visitor, who joins, accepts with a double click, and battles [battles.link-form] [battles.link-copied] [battles.link-visitor] [battles.link-accepted]', async ({
  browser,
  page,
}) => {
  const ada = await somebody(browser, 'ada_live')
  const form = await openLinkForm(ada.page)
  await expect(form.getByLabel('Opponent')).toHaveCount(0)
  await form.getByLabel('Title').fill('Who cooks?')
  // The other form takes over the shared fields.
  await form.getByText('A creator').click()
  await expect(form.getByLabel('Title')).toHaveValue('Who cooks?')
  await form.getByText('Anyone with a link').click()
  await expect(form.getByLabel('Title')).toHaveValue('Who cooks?')
  await form.getByRole('combobox', { name: 'Duration' }).click()
  await ada.page.getByRole('option', { name: '30 minutes' }).click()
  await form.getByRole('textbox', { name: 'Stake amount' }).fill('101')
  await expect(form.getByText('Somebody who has just joined has 100 AP and can’t accept yet.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Stake amount' }).fill('100')
  await form.getByRole('button', { name: 'MAKE CHALLENGE LINK' }).dblclick()
  const ready = ada.page.getByRole('dialog', { name: 'Your challenge link is ready' })
  await ready.getByRole('button', { name: 'Copy link' }).click()
  await expect(ada.page.getByText('Link copied')).toBeVisible()
  const address = await ada.page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/challenge\/[0-9a-f-]{36}$/)
  await expect(ready.getByLabel('Link')).toHaveValue(address)
  await ready.getByRole('button', { name: 'Done' }).click()
  const links = ada.page.getByRole('region', { name: 'Challenge links' })
  await expect(links.getByRole('listitem')).toHaveCount(1)
  await expect(links.getByText(/^100 AP each, 30 minutes\. Nobody has accepted yet\. Expires 9 Mar 2026/)).toBeVisible()
  await expect(ada.page.getByText('Nobody has accepted your challenge link yet.')).toBeVisible()

  const accepts: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/accept')) accepts.push(response.status())
  })
  await page.goto(address)
  await expect(heading(page, 'ada_live challenges you')).toBeVisible()
  await expect(page).toHaveTitle(/Challenge/)
  await expect(page.getByText('Joining with a wallet gives you 100 AP, enough to accept.')).toBeVisible()
  await page.getByRole('link', { name: 'Join to accept' }).click()
  await page
    .getByRole('dialog', { name: /^(Join Aura|Welcome back)/ })
    .getByRole('button', { name: 'Aura Demo Wallet' })
    .click()
  await wallet(page).getByRole('radio', { name: 'Cleo' }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Accept for 100 AP' }).dblclick()
  await expect(heading(page, 'Both stakes are in')).toBeVisible()
  await expect(page).toHaveURL(address.replace('/challenge/', '/battles/'))
  expect(accepts).toEqual([200])

  await expect(links).toHaveCount(0, { timeout: 20_000 })
  await ada.page
    .getByRole('link', { name: 'Details: Who cooks?' })
    .or(ada.page.getByText('Who cooks?'))
    .first()
    .waitFor()
  await ada.page.goto(address)
  await expect(heading(ada.page, 'Your challenge was accepted')).toBeVisible()
  await server.setClock('2026-03-02T12:10:00Z')
  await expect(page.getByText('Ends 12:40').first()).toBeVisible()
  await ada.page.getByRole('link', { name: 'See the battle' }).click()
  await expect(ada.page.getByText('Ends 12:40').first()).toBeVisible()
})
