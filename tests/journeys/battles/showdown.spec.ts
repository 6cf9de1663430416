import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { callAs, challengeByCalls, type Fighter, fighter, scores } from '../support/arena.ts'
import { serverForEach } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const STARTS = '2026-03-02T16:00:00Z'
const ENDS = '2026-03-02T20:00:00Z'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })

interface Visitor extends Fighter {
  page: Page
}

async function somebody(browser: Browser, name: string, purse: { ap?: number; steeze?: number }): Promise<Visitor> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  return { page, ...(await fighter(server, context.request, name, purse)) }
}

async function allSee(pages: readonly Page[], a: string, b: string): Promise<void> {
  for (const page of pages) await expect.poll(() => scores(page)).toMatchObject({ a, b })
}

async function giveTo({ page }: Visitor, name: string, amount: number): Promise<void> {
  await page.getByRole('button', { name: `Gift Steeze to ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: 'Gift Steeze' })
  await sheet.getByLabel('Amount', { exact: true }).fill(String(amount))
  // Toasts disappear, so the expectation starts before them.
  const told = expect(page.getByText(`Successfully gifted ${amount} Steeze tokens`).first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Gift', exact: true }).click()
  await told
  await expect(sheet).toHaveCount(0)
}

test('a battle as its people live it, from the challenge to a receipt that adds up [battles.text-badges] [battles.text-watching] [battles.text-winner-banner] [battles.text-radar] [battles.panel] [battles.text-gift-button] [battles.totals-shown] [battles.text-no-gifts] [battles.const-gift-range] [battles.text-gift-done] [battles.text-gift-failed] [battles.text-vote-failed] [battles.joins-and-leaves] [battles.countdown-zero-refetch] [battles.receipt] [battles.reactions] [battles.reactions-kinds] [battles.text-reminder] [frame.dialog-double-click] [frame.no-reload-after-action]', async ({
  browser,
}) => {
  const [ada, bo, cy, dee] = await Promise.all([
    somebody(browser, 'ada_live', { ap: 1_000 }),
    somebody(browser, 'bo_cooks', { ap: 1_000 }),
    somebody(browser, 'cy_claps', { steeze: 500 }),
    somebody(browser, 'dee_cheers', { steeze: 500 }),
  ])
  const everybody = [ada.page, bo.page, cy.page, dee.page]

  const id = await challengeByCalls(server, ada, bo, { title: 'Who cooked harder?', startsAt: STARTS, stake: 500 })
  await callAs(server, bo, `/api/battles/${id}/accept`)

  // Everyone watches the start; one page records every sign.
  await ada.page.addInitScript(() => {
    const signs = new Set<string>()
    Object.assign(window, { signs })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.dataset.sign) signs.add(node.dataset.sign)
      }
    }).observe(document, { subtree: true, childList: true })
  })
  const signs = () => ada.page.evaluate(() => [...(window as unknown as { signs: Set<string> }).signs].sort())
  for (const page of everybody) {
    await page.goto(`${server.url}/battles/${id}`)
    await expect(page.getByRole('heading', { name: 'Both stakes are in' })).toBeVisible()
  }
  const tellMe = cy.page.getByRole('button', { name: 'Notify me when it starts' })
  await tellMe.click()
  await expect(tellMe).toHaveAttribute('aria-pressed', 'true')
  await expect(ada.page.getByRole('button', { name: 'Notify me when it starts' })).toHaveCount(0)
  await server.setClock(STARTS)
  for (const page of everybody) {
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^0[34]:\d\d:\d\d$/)
  }
  await expect(cy.page.getByText(/^[1-4] watching$/)).toBeVisible()
  await expect(cy.page.getByText('No gifts yet')).toHaveCount(2)
  await allSee(everybody, '0', '0')
  await cy.page.getByRole('button', { name: /Notifications, 1 unread/ }).click()
  await expect(cy.page.getByText('ada_live against bo_cooks is live')).toBeVisible()
  await cy.page.keyboard.press('Escape')
  // Without gifts there are no signs; then a spectator cheers.
  expect(await signs()).toEqual([])
  await cy.page.getByRole('button', { name: 'Cheer for bo_cooks' }).click()
  await expect.poll(signs).toEqual(['heart'])
  // A participant can't gift.
  await expect(ada.page.getByRole('button', { name: 'Gift Steeze' })).toHaveCount(0)

  // Gifts arrive through the stream, without requests.
  const asked: string[] = []
  for (const page of [ada.page, bo.page]) {
    page.on(
      'request',
      (request) => new URL(request.url()).pathname === `/api/battles/${id}` && asked.push(request.url()),
    )
  }
  await giveTo(cy, 'ada_live', 120)
  await allSee(everybody, '120', '0')
  await giveTo(dee, 'bo_cooks', 80)
  await allSee(everybody, '120', '80')
  for (const page of everybody) expect((await scores(page)).radar).toContain('ada_live 60.0%, bo_cooks 40.0%')
  expect(asked).toEqual([])
  await expect(ada.page.getByRole('region', { name: 'Top gifters, ada_live' })).toContainText('cy_claps')
  await expect(ada.page.getByRole('region', { name: 'Latest gifts' })).toContainText('dee_cheers to bo_cooks')

  // A page that was offline catches up.
  await dee.page.context().setOffline(true)
  await giveTo(cy, 'ada_live', 10)
  await giveTo(cy, 'ada_live', 20)
  await dee.page.context().setOffline(false)
  await allSee(everybody, '150', '80')
  // Larger gifts have stronger icons.
  await expect.poll(signs).toEqual(['flame', 'heart', 'star', 'zap'])
  // A failed gift reopens with its reason.
  await dee.page.route('**/api/battles/gift', (route) => route.abort())
  await dee.page.getByRole('button', { name: 'Gift Steeze to bo_cooks' }).dblclick()
  const sheet = dee.page.getByRole('dialog', { name: 'Gift Steeze' })
  await sheet.getByRole('button', { name: 'Gift', exact: true }).click()
  await expect(sheet.getByRole('alert')).toContainText('No connection to Aura')
  await dee.page.unroute('**/api/battles/gift')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await allSee(everybody, '150', '80')

  const voting = dee.page.waitForRequest('**/api/battles/vote')
  await dee.page.route('**/api/battles/vote', (route) => route.fulfill({ status: 500, body: 'x' }))
  await dee.page.getByRole('button', { name: 'Gift Steeze to bo_cooks' }).click()
  await sheet.getByLabel('Amount', { exact: true }).fill('1')
  await sheet.getByRole('button', { name: 'Vote', exact: true }).click()
  await voting
  await expect(dee.page.getByText('Failed to Cast Vote').first()).toBeVisible()
  await dee.page.unroute('**/api/battles/vote')
  await sheet.getByRole('button', { name: 'Vote', exact: true }).click()
  await allSee(everybody, '150', '81')

  await server.setClock(ENDS)
  const titles = ['You won', 'You lost this one', 'ada_live Wins!', 'ada_live Wins!']
  for (const [i, page] of everybody.entries()) {
    await expect(page.getByRole('heading', { name: titles[i] ?? '', exact: true })).toBeVisible()
    await expect(page.getByText('Final Steeze:')).toHaveCount(2)
    await expect(page.getByText('completed', { exact: true })).toBeVisible()
  }
  // The receipt shows on screen, and the script verifies it.
  await dee.page.getByRole('link', { name: 'How it was decided' }).click()
  await expect(dee.page.getByRole('heading', { name: 'ada_live Wins!' })).toBeVisible()
  await expect(dee.page.getByRole('img', { name: /ada_live ends on 150, bo_cooks on 81/ })).toBeVisible()
  await expect(dee.page.getByText('5 gifts from 2 people')).toBeVisible()
  await expect(dee.page.getByRole('row', { name: /ada_live, stake/ })).toContainText('1,000')
  const { stdout } = await run(process.execPath, [
    join(ROOT, 'tools/commands/verify-receipt.ts'),
    `${server.url}/api/battles/${id}/receipt`,
  ])
  expect(stdout).toMatch(/holds|adds up|ok/i)
  for (const { page } of [ada, bo, cy, dee]) await page.context().close()
})
