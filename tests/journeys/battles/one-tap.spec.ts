import { callAs, challengeByCalls, type Fighter, fighter, scores } from '../support/arena.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { serverForEach } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })

/** Opens a live battle as `cy_claps`. */
async function openBattle(page: Page, steeze: number) {
  const browser = page.context().browser()
  const people = await Promise.all(
    ['ada_live', 'bo_cooks'].map(async (name) => {
      const context = await browser?.newContext()
      if (!context) throw new Error('this page has no browser')
      return fighter(server, context.request, name)
    }),
  )
  const [ada, bo] = people as [Fighter, Fighter]
  const id = await challengeByCalls(server, ada, bo, { startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await server.setClock(STARTS)
  await rememberSaid(page)
  await fighter(server, page.request, 'cy_claps', { steeze })
  await page.clock.install({ time: STARTS })
  await page.goto(`${server.url}/battles/${id}`)
  await expect(chip(page, 1)).toContainText('0.1 USDC')
}

/** Stops the page's clock, so that taps stay unsent until it is resumed. It can't stop at a moment that has passed. */
const pause = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 600_000)

const chip = (page: Page, amount: number) => page.getByRole('button', { name: `Gift ${amount} Steeze to ada_live` })
const combo = (page: Page) => page.locator('[data-combo]')
const left = async (page: Page): Promise<number> =>
  (await (await page.request.get(`${server.url}/api/steeze/balance`)).json()).purchasedSteeze

test('a tap is undone, a held key repeats it, a combo ends with the balance, and leaving sends nothing [battles.tap] [battles.tap-sum] [battles.tap-undo] [battles.tap-balance] [battles.tap-unsent] [battles.gift-money]', async ({
  page,
}) => {
  await openBattle(page, 14)
  await pause(page)
  await chip(page, 5).click()
  await page.getByRole('button', { name: 'Undo 5 Steeze to ada_live, not sent yet' }).press('Enter')
  await expect(combo(page)).toHaveCount(0)
  await expect(chip(page, 1)).toBeFocused()

  await page.keyboard.down('Enter')
  await page.clock.runFor(600)
  await page.keyboard.up('Enter')
  await expect(combo(page)).toContainText('+3')
  await page.clock.resume()
  await expectSaid(page, 'Successfully gifted 3 Steeze tokens')
  expect(await left(page)).toBe(11)

  await pause(page)
  await chip(page, 10).click()
  await page.getByRole('link', { name: 'Back to Battles' }).click()
  await page.clock.resume()
  await expectSaid(page, '10 Steeze for ada_live weren’t sent, and nothing was charged for them.')
  await page.goBack()
  await expect(chip(page, 1)).toContainText('0.1 USDC')

  await pause(page)
  await chip(page, 10).click()
  await chip(page, 10).click()
  await expect(combo(page)).toContainText('+11 all you have')
  await page.clock.resume()
  await expectSaid(page, 'Successfully gifted 11 Steeze tokens. That was all you had.')
  expect(await left(page)).toBe(0)
  await expect.poll(() => scores(page)).toMatchObject({ a: '14' })

  await expect(combo(page)).toHaveCount(0)
  await chip(page, 5).click()
  const sheet = page.getByRole('dialog', { name: 'Gift Steeze' })
  await expect(sheet).toContainText(/5 Steeze cost\s*0.50 USDC\s*They redeem for\s*0.35 USDC, 30% less/)
  await expect(sheet).toContainText('You can’t take it back.')
  await expect(sheet.getByRole('button', { name: 'Get Steeze' })).toBeVisible()
})
