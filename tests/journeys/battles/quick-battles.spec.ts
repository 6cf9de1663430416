import { callAs, fighter, scores } from '../support/arena.ts'
import { expectFocus, reach, use } from '../support/keyboard.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { serverForEach } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })

async function somebody(browser: Browser, name: string, purse: { ap?: number; steeze?: number } = { ap: 1_000 }) {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await rememberSaid(page)
  return { page, context, ...(await fighter(server, context.request, name, purse)) }
}

type Named = [role: Parameters<Page['getByRole']>[0], name: string]

/** Expects elements by the exact names a screen reader gives them. */
async function expectNamed(page: Page, names: readonly Named[]): Promise<void> {
  for (const [role, name] of names) {
    await expect(page.getByRole('main').getByRole(role, { name, exact: true })).toHaveCount(1)
  }
}

test('two people who are both there play a sprint, from the challenge to the result, and each state reads well and works by keyboard [battles.sprint] [battles.const-sprints] [battles.text-back-to-list] [battles.recruit]', {
  tag: '@smoke',
}, async ({ browser }) => {
  const [ada, bo, cy] = await Promise.all([
    somebody(browser, 'ada_live'),
    somebody(browser, 'bo_cooks'),
    somebody(browser, 'cy_claps', { steeze: 50 }),
  ])
  await ada.page.goto(`${server.url}/battles`)
  await ada.page.getByRole('button', { name: 'Create Battle' }).first().click()
  const form = ada.page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await form.getByLabel('Opponent').fill('bo_cooks')
  await form.getByRole('button', { name: /bo_cooks/ }).click()
  const lengths = form.getByRole('radiogroup', { name: 'Duration' }).getByRole('radio')
  await expect(lengths).toHaveCount(4)
  for (const [index, minutes] of [5, 15, 30, 60].entries())
    await expect(lengths.nth(index)).toHaveAccessibleName(`${minutes} minutes`)
  await expect(form.getByLabel('Date')).toHaveCount(0)
  await expect(form.getByText('Starts 5 minutes after you send it, if bo_cooks accepts by then.')).toBeVisible()
  await expect(form.getByText('Win: +100 AP net. Lose: −100 AP.')).toBeVisible()
  await lengths.nth(2).click()
  await form.getByRole('button', { name: 'SEND BATTLE REQUEST' }).click()
  await expect(form).toHaveCount(0)

  const [{ id }] = await (await bo.request.get(`${server.url}/api/battles/user`)).json()
  // An address in upper case is followed live, too.
  await bo.page.goto(`${server.url}/battles/${id.toUpperCase()}`)
  await expect(bo.page.getByText('30 minutes')).toBeVisible()
  const title = `Battle #${id.slice(0, 8)}`
  const fighters: Named[] = [
    ['heading', 'ada_live'],
    ['heading', 'bo_cooks'],
  ]
  await expectNamed(bo.page, [
    ...fighters,
    ['heading', 'ada_live challenged you'],
    ['link', 'Back to Battles'],
    ['button', `Accept: ${title}`],
    ['button', `Reject: ${title}`],
  ])
  await expect(bo.page.getByRole('link', { name: 'Back to Battles' })).toHaveAttribute('href', '/battles')
  await use(bo.page, /^Accept: /)
  await expect(bo.page.getByRole('heading', { name: 'Both stakes are in' })).toBeVisible()
  await expectFocus(bo.page, 'after the challenge is accepted')
  await server.setClock('2026-03-02T12:05:00Z')
  await expect(bo.page.getByText('Ends 12:35').first()).toBeVisible()
  await cy.page.goto(`${server.url}/battles/${id}`)
  // In their own list and where others gift, the two of them bring people.
  for (const { page } of [ada, bo]) {
    await expectNamed(page, [
      ['button', `Share: ${title}`],
      ['button', `QR code: ${title}`],
    ])
  }
  await use(bo.page, `QR code: ${title}`)
  const recruiting = bo.page.getByRole('dialog', { name: 'Bring your people' })
  await expect(recruiting.getByText(`/battles/${id}`)).toBeVisible()
  await expect(recruiting.getByRole('img', { name: 'QR code' })).toBeVisible()
  await bo.page.keyboard.press('Escape')
  await expect(recruiting).toHaveCount(0)
  await expect(bo.page.getByRole('button', { name: 'Gift Steeze' })).toHaveCount(0)
  await expectNamed(cy.page, [
    ...fighters,
    ['heading', title],
    ['button', 'Cheer for ada_live'],
    ['button', 'Gift Steeze to bo_cooks'],
    ['button', '1 more and bo_cooks leads'],
    ['region', 'Live Aura Radar: ada_live 50.0%, bo_cooks 50.0%'],
    ['region', 'Top gifters, ada_live'],
  ])
  await callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: bo.id, amount: 7 })
  await server.setClock('2026-03-02T12:34:20Z')
  await cy.page.reload()
  await expect(cy.page.locator('[aria-live=assertive]').filter({ hasText: /^\d+ seconds left$/ })).toHaveCount(1)
  await expectNamed(cy.page, [
    ...fighters,
    ['heading', title],
    ['button', 'Gift Steeze to ada_live'],
    ['button', '8 more and ada_live leads'],
    ['region', 'Live Aura Radar: ada_live 0.0%, bo_cooks 100.0%'],
  ])

  // A late lead by keyboard adds extra time.
  await use(ada.page, `Enter Battle: ${title}`)
  await expect(ada.page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await use(cy.page, '8 more and ada_live leads')
  await expect(cy.page.getByRole('dialog').getByRole('button', { name: 'Gift', exact: true })).toBeFocused()
  await expect(cy.page.getByRole('dialog').getByText('43 purchased')).toBeVisible()
  await cy.page.keyboard.press('Enter')
  await expectSaid(cy.page, 'Your gift puts ada_live ahead')
  await expectSaid(ada.page, 'You take the lead')
  await expectSaid(bo.page, 'ada_live takes the lead')
  for (const { page } of [ada, bo, cy]) {
    await expect.poll(() => scores(page)).toMatchObject({ a: '8', b: '7' })
    await expect(page.getByText('A late lead at 12:34:20 moved the end.').first()).toBeVisible()
    await expectFocus(page, 'in the extra time')
  }
  await server.setClock('2026-03-02T12:35:20Z')
  await expectNamed(cy.page, [
    ...fighters,
    ['heading', 'ada_live Wins!'],
    ['link', 'How it was decided'],
    ['button', 'Share result'],
    ['region', 'Final share: ada_live 53.3%, bo_cooks 46.7%'],
    ['region', 'Top gifters, bo_cooks'],
  ])
  await expect(cy.page.getByText('You gave 8 Steeze to ada_live and 7 Steeze to bo_cooks.')).toBeVisible()
  for (const [{ page }, words, next] of [
    [ada, 'You won', 'Share result'],
    [bo, 'You lost this one', 'Rematch for'],
    [cy, 'ada_live Wins!', 'How it was decided'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
    await expectSaid(page, words)
    await expectFocus(page, `at the end: ${words}`)
    await reach(page, next)
    await expectFocus(page, `on ${next}`)
  }

  await use(bo.page, /^Rematch for/)
  await expect(bo.page.getByRole('heading', { name: 'ada_live has not answered' })).toBeVisible()
  for (const { context } of [ada, bo, cy]) await context.close()
})
