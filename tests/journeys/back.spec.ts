import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { chooseDemoWallet, toDashboard, wallet } from './support/person.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'
import { expect, type Page, test } from './support/test.ts'

let server: ClockServer
let battle: string
test.beforeAll(async ({ playwright }) => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
  const people: Fighter[] = []
  for (const name of ['ada_live', 'bo_cooks'])
    people.push(await fighter(server, await playwright.request.newContext(), name))
  const [ada, bo] = people as [Fighter, Fighter]
  battle = await challengeByCalls(server, ada, bo, { startsAt: '2026-03-02T13:00:00Z' })
  await callAs(server, bo, `/api/battles/${battle}/accept`)
  await server.setClock('2026-03-02T13:30:00Z')
  for (const { request } of people) await request.dispose()
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC', hasTouch: true, viewport: { width: 390, height: 844 } })

const isOverlayEntry = (page: Page) => page.evaluate(() => Boolean(history.state?.isOverlay))
const here = (page: Page) => page.evaluate(() => location.pathname + location.search)
const openCreate = async (page: Page) => {
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  await expect(page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })).toBeVisible()
}

test('Back closes the create, gift and lesson dialogs and stays on the page, each time they open [frame.back-closes]', async ({
  page,
}) => {
  await fighter(server, page.request, 'cy_claps', { ap: 500, steeze: 50 })
  const openings: readonly [string, () => Promise<void>][] = [
    ['/battles', () => openCreate(page)],
    [`/battles/${battle}`, () => page.getByRole('button', { name: 'Gift Steeze to ada_live' }).click()],
    [
      '/',
      () =>
        page
          .getByRole('button', { name: /^Build Aura: / })
          .first()
          .click(),
    ],
    ['/settings', () => page.getByRole('button', { name: 'Edit photo' }).click()],
    ['/leaderboard', () => page.getByRole('button', { name: 'Menu' }).click()],
  ]
  await page.goto(`${server.url}/glossary`)
  for (const [path, open] of openings) {
    await page.goto(server.url + path)
    const before = await here(page)
    for (let i = 0; i < 2; i++) {
      await open()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await here(page)).toBe(before)
    }
    // Forward has no dialog to show, and closing by a press leaves no entry behind.
    await page.goForward()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => isOverlayEntry(page)).toBe(false)
  }
  for (const [path] of openings.toReversed().slice(1)) {
    await page.goBack()
    expect((await here(page)).split('?')[0]).toBe(path)
  }
})

test('a dialog over a dialog closes alone, a reload leaves one entry, and a link out of a dialog takes its place [frame.back-closes]', async ({
  page,
}) => {
  await fighter(server, page.request, 'dee_cheers', { ap: 20 })
  await page.goto(`${server.url}/glossary`)
  await page.goto(`${server.url}/battles`)
  await openCreate(page)
  const create = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await create.getByLabel('Opponent').fill('ada')
  await create.getByRole('button', { name: /ada_live/ }).click()
  await create.getByRole('textbox', { name: 'Stake amount' }).fill('900')
  await create.getByRole('button', { name: 'SEND BATTLE REQUEST' }).click()
  const insufficient = page.getByRole('heading', { name: 'Balance Insufficient!' })
  await expect(insufficient).toBeVisible()
  await page.goBack()
  await expect(insufficient).toHaveCount(0)
  await expect(create).toBeVisible()
  await page.goBack()
  await expect(create).toHaveCount(0)

  await openCreate(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create Battle' }).first()).toBeVisible()
  await expect.poll(() => isOverlayEntry(page)).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Trending' }).click()
  await expect.poll(() => here(page)).toBe('/leaderboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect.poll(() => here(page)).toMatch(/^\/battles/)
  await page.goForward()
  await expect.poll(() => here(page)).toBe('/leaderboard')
  await page.goBack()
  await expect.poll(() => here(page)).toMatch(/^\/battles/)
  await page.goBack()
  await expect.poll(() => here(page)).toBe('/glossary')
})

test('a double click on the wallet’s Connect signs in once, and Back then leaves for the page before [frame.back-closes] [frame.second-press]', async ({
  page,
}) => {
  const signIns: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/wallet')) signIns.push(request.method())
  })
  await page.goto(`${server.url}/glossary`)
  await page.goto(server.url)
  await chooseDemoWallet(page)
  await wallet(page).getByRole('radio', { name: 'Ada' }).check()
  const box = await wallet(page).getByRole('button', { name: 'Connect' }).boundingBox()
  if (!box) throw new Error('there is no Connect')
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('dialog', { name: 'Join Aura' })).toBeVisible()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await toDashboard(page)
  expect(signIns).toEqual(['POST'])
  await page.goBack()
  await expect.poll(() => here(page)).toBe('/glossary')
})
