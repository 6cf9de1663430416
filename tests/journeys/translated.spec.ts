import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { joinByCalls } from './support/by-calls.ts'
import { type BaseLikeServer, startBaseLikeServer } from './support/chain-server.ts'
import { passCheck } from './support/lesson.ts'
import { joinAs, openNextLesson, wallet } from './support/person.ts'
import { expect, type Page, test } from './support/test.ts'
import { translatePage } from './support/translator.ts'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

let started: BaseLikeServer
let bo: Fighter
let battle: string
test.beforeAll(async ({ playwright }) => {
  started = await startBaseLikeServer(hoursAgo(2))
  const { server } = started
  const request = () => playwright.request.newContext()
  const cy = await fighter(server, await request(), 'cy_claps')
  bo = await fighter(server, await request(), 'bo_cooks')
  battle = await challengeByCalls(server, bo, cy, { startsAt: hoursAgo(1) })
  await callAs(server, cy, `/api/battles/${battle}/accept`)
  // Payments need the clock of the chain.
  await server.setClock(hoursAgo(0))
  await Promise.all([bo, cy].map((one) => one.request.dispose()))
})
test.afterAll(() => started?.stop())
test.use({ timezoneId: 'UTC' })

const goOn = (page: Page) => page.getByRole('button', { name: 'Keep going' })
const amount = (page: Page) => page.getByRole('textbox', { name: 'USDC amount' })

async function agree(page: Page): Promise<void> {
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await wallet(page).getByRole('button', { name: 'Confirm' }).click()
}

for (const how of ['replaced', 'wrapped'] as const) {
  test(`a text that a translator has ${how} is right after the next change [frame.translated]`, {
    tag: '@smoke',
  }, async ({ page }) => {
    await joinByCalls(page.request, started.server.url)
    await translatePage(page, how, 0)
    await page.goto(`${started.server.url}/steeze-stack`)
    await expect(page.locator('h1 font').first()).toBeAttached()
    for (const [usdc, steeze] of [
      ['5', 50],
      ['12.55', 125],
    ] as const) {
      await amount(page).fill(usdc)
      await expect(page.getByRole('main')).toContainText(`You will receive ${steeze} STEEZE`)
    }
  })
}

for (const [account, how, delayMs] of [
  ['Ada', 'replaced', 0],
  ['Bo', 'replaced', 500],
  ['Cleo', 'wrapped', 0],
  ['Dmitri', 'wrapped', 500],
] as const) {
  test(`joining, a lesson, buying, vouching and a gift on a page whose texts are ${how} after ${delayMs} ms [frame.translated]`, async ({
    page,
  }) => {
    const { server } = started
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await translatePage(page, how, delayMs)
    await page.goto(server.url)
    await joinAs(page, account)

    const { dialog, title } = await openNextLesson(page)
    await (await passCheck(dialog)).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('button', { name: `Build Aura: ${title}` })).toHaveCount(0)

    await page.getByRole('link', { name: 'Steeze Recharge' }).click()
    await amount(page).fill('12.55')
    await expect(page.getByRole('main')).toContainText('You will receive 125 STEEZE')
    await page.getByRole('button', { name: 'Buy Steeze' }).click()
    await agree(page)
    await goOn(page).click()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('125')

    await page.goto(`${server.url}/user/${bo.id}`)
    await page.getByRole('button', { name: 'Vouch', exact: true }).click()
    await amount(page).fill('2')
    await page.getByRole('button', { name: 'Vouch Now' }).click()
    await agree(page)
    await goOn(page).click()
    await expect(page.getByRole('main')).toContainText('Vouched 2.00 USDC')

    await page.goto(`${server.url}/battles/${battle}`)
    const score = Number(await page.locator('[data-score]').first().textContent())
    await page.getByRole('button', { name: `Gift Steeze to ${bo.username}` }).click()
    const sheet = page.getByRole('dialog', { name: 'Gift Steeze' })
    await sheet.getByLabel('Amount', { exact: true }).fill('7')
    await sheet.getByRole('button', { name: 'Gift', exact: true }).click()
    await expect(page.getByText('Successfully gifted 7 Steeze tokens').first()).toBeVisible()
    await expect(page.locator('[data-score]').first()).toHaveText(String(score + 7))
    await expect(page.getByText('Something broke')).toHaveCount(0)
    expect(errors).toEqual([])
  })
}
