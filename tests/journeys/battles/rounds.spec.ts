import { ROUND_RULES } from '@aura/api/rules/rounds'
import { callAs, type Fighter, fighter } from '../support/arena.ts'
import { use } from '../support/keyboard.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { serverForEach } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const STARTS_AT = Date.parse('2026-03-02T12:05:00Z')
const PHONE = { width: 390, height: 844 }

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })

type Person = Fighter & { page: Page }

interface Given {
  viewport?: typeof PHONE
  reducedMotion?: 'no-preference'
  steeze?: number
}

async function somebody(browser: Browser, name: string, { viewport, steeze, ...given }: Given = {}): Promise<Person> {
  const context = await browser.newContext({
    timezoneId: 'UTC',
    ...{ reducedMotion: 'reduce', ...given },
    ...(viewport && { viewport, hasTouch: true }),
  })
  const page = await context.newPage()
  await rememberSaid(page)
  return { page, ...(await fighter(server, context.request, name, { ap: 1_000, ...(steeze && { steeze }) })) }
}

/** Moves the clock to seconds after the planned start. */
const at = (seconds: number) => server.setClock(new Date(STARTS_AT + seconds * 1_000).toISOString())

/** Makes a battle of rounds and accepts it. Returns its id. */
async function acceptedByCalls(ada: Fighter, bo: Fighter): Promise<string> {
  const body = { opponentId: bo.id, stakeAmount: 250, decidedBy: 'knowledge', bestOf: 3, duration: null }
  const { id } = await callAs<{ id: string }>(server, ada, '/api/battles', body)
  await callAs(server, bo, `/api/battles/${id}/accept`)
  return id
}

const options = (page: Page) => page.getByRole('main').locator('[data-round] button')

/** Answers the open round as this page shows its options, by key or by touch. */
async function answer(page: Page, id: string, isRight: boolean, by: 'key' | 'press'): Promise<void> {
  const { right, wrong } = await server.solveRound(id)
  const side = await page.evaluate(async (id) => (await fetch(`/api/battles/${id}/rounds`)).json(), id)
  const { own, open } = side
  const order: number[] = own?.side ? open.orders[own.side] : open.question.options.map((_: string, at: number) => at)
  for (const option of isRight ? right : wrong) {
    const place = order.indexOf(option)
    if (by === 'key') await page.keyboard.press(String(place + 1))
    else await options(page).nth(place).click()
  }
  if (open.question.kind !== 'choose-all') return
  if (by === 'key') await page.keyboard.press('Enter')
  else await page.getByRole('button', { name: 'Answer', exact: true }).click()
}

test('two people play rounds, one by keyboard and one on a phone, with a crowd that answers along and gives thanks, up to a receipt that verifies [battles.rounds-kind] [battles.round-lobby] [battles.round-keys] [battles.round-clock] [battles.crowd-answers] [battles.crowd-missed] [battles.receipt-rounds] [battles.receipt-check]', {
  tag: '@smoke',
}, async ({ browser }) => {
  const [ada, bo, cy] = await Promise.all([
    somebody(browser, 'ada_live'),
    somebody(browser, 'bo_cooks', { viewport: PHONE, reducedMotion: 'no-preference' }),
    somebody(browser, 'cy_claps', { reducedMotion: 'no-preference', steeze: 50 }),
  ])
  const guest = await (await browser.newContext({ timezoneId: 'UTC' })).newPage()
  await ada.page.goto(`${server.url}/battles`)
  await ada.page.getByRole('button', { name: 'Create Battle' }).first().click()
  const form = ada.page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await form.getByLabel('Opponent').fill('bo_cooks')
  await form.getByRole('button', { name: /bo_cooks/ }).click()
  await form.getByRole('radio', { name: 'Knowledge' }).click()
  await expect(form.getByRole('radiogroup', { name: 'Duration' })).toHaveCount(0)
  await form.getByRole('radio', { name: '3 questions' }).click()
  await form.getByRole('button', { name: 'SEND BATTLE REQUEST' }).click()
  await expect(form).toHaveCount(0)

  const [{ id }] = await (await bo.request.get(`${server.url}/api/battles/user`)).json()
  for (const page of [ada.page, bo.page, cy.page, guest]) await page.goto(`${server.url}/battles/${id}`)
  await expect(bo.page.getByText('Decided by knowledge: best of 3 questions.').first()).toBeVisible()
  await bo.page.getByRole('button', { name: /^Accept: / }).click()
  const ready = 'I’m ready'
  await expect(bo.page.getByRole('button', { name: ready })).toBeVisible()
  await at(0)
  await bo.page.getByRole('button', { name: ready }).click()
  await expect(ada.page.getByRole('region', { name: 'Lobby' }).getByText('bo_cooks is ready')).toBeVisible()
  await use(ada.page, ready)
  await expect(guest.getByText('The first question is sealed')).toBeVisible()

  let seconds = 0
  for (const [round, isBoRight] of [true, false].entries()) {
    seconds += round === 0 ? ROUND_RULES.countdownSeconds : ROUND_RULES.explainSeconds
    await at(seconds)
    const name = `Question ${round + 1} of 3`
    for (const page of [ada.page, bo.page, cy.page, guest]) await expect(options(page).first()).toBeVisible()
    for (const page of [ada.page, cy.page]) await expectSaid(page, `${name}. `)
    await expect(guest.getByRole('link', { name: 'Join to answer along' })).toBeVisible()
    if (round === 0) await cy.page.getByRole('radio', { name: 'ada_live' }).check({ force: true })
    await answer(cy.page, id, false, 'press')
    await expect(cy.page.getByText('Your answer is in.')).toBeVisible()
    if (round === 0) {
      await cy.page.getByRole('button', { name: 'Gift Steeze to bo_cooks' }).click()
      const sheet = cy.page.getByRole('dialog', { name: 'Gift Steeze' })
      await sheet.getByLabel('Amount', { exact: true }).fill('7')
      await sheet.getByRole('button', { name: 'Gift', exact: true }).click()
      await expectSaid(cy.page, 'Successfully gifted 7 Steeze tokens')
    }
    if (round === 1) {
      await at(seconds + ROUND_RULES.answerSeconds - 10)
      await ada.page.reload()
      await expectSaid(ada.page, '10 seconds left')
    }
    await answer(ada.page, id, true, 'key')
    await expect(ada.page.getByText('Your answer is sealed until the round closes.')).toBeVisible()
    await expect(bo.page.getByRole('region', { name: 'ada_live' }).getByText('Answered')).toBeVisible()
    if (round === 0) {
      seconds += 2
      await at(seconds)
    } else seconds += ROUND_RULES.answerSeconds - 10
    await answer(bo.page, id, isBoRight, 'press')
    await expect(guest.getByText('Point for ada_live').first()).toBeVisible()
    await expectSaid(cy.page, `${round + 1} to 0.`)
    await expect(guest.getByText('0 of 1 right')).toBeVisible()
    await expect(cy.page.getByRole('region', { name: 'You in the crowd' })).toContainText(`0 of ${round + 1} right`)
  }
  await at(seconds + ROUND_RULES.explainSeconds)
  for (const [page, words] of [
    [ada.page, 'You won'],
    [bo.page, 'You lost this one'],
    [cy.page, 'ada_live Wins!'],
    [guest, 'ada_live Wins!'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  }
  await expect(cy.page.getByRole('region', { name: 'You missed 2' })).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Rating' })).toContainText('1 of 5 battles until a rating')
  await guest.getByRole('link', { name: 'How it was decided' }).click()
  await expect(guest.getByRole('region', { name: 'Rounds' }).getByRole('listitem')).toHaveCount(2)
  const check = guest.getByRole('region', { name: 'Check it yourself' })
  await guest.route('**/receipt?*', (route) => route.abort())
  await guest.route('**/receipt', (route) => route.abort())
  await check.getByRole('button', { name: 'Check it here' }).click()
  await expect(check.getByText('The receipt wasn’t checked.')).toContainText('No connection to Aura')
  await guest.unrouteAll()
  await check.getByRole('button', { name: 'Check again' }).click()
  await expect(check.getByRole('status').filter({ hasText: 'The receipt holds' })).toContainText('2 questions')
})

test('an answer given offline counts once the page is back, and a second tab shows it [battles.round-resume] [battles.round-once]', async ({
  browser,
}) => {
  const [ada, bo] = await Promise.all([somebody(browser, 'ada_live'), somebody(browser, 'bo_cooks')])
  const played = await acceptedByCalls(ada, bo)
  await ada.page.goto(`${server.url}/battles/${played}`)
  await at(0)
  for (const who of [ada, bo]) await callAs(server, who, `/api/battles/${played}/rounds/ready`)
  await at(ROUND_RULES.countdownSeconds)
  await expect(options(ada.page).first()).toBeVisible()
  const other = await ada.page.context().newPage()
  await other.goto(`${server.url}/battles/${played}`)
  const { right } = await server.solveRound(played)
  let tries = 0
  await ada.page.route('**/rounds/1/answer', (route) =>
    ++tries % 2 === 1 ? route.abort() : route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'away' } }),
  )
  await answer(ada.page, played, true, 'key')
  await expect(ada.page.getByText('The server isn’t responding. Sending again...')).toBeVisible()
  await expect.poll(() => tries).toBeGreaterThan(2)
  await ada.page.unroute('**/rounds/1/answer')
  await expect(ada.page.getByText('Your answer is sealed until the round closes.')).toBeVisible()
  await expect(other.getByText('You answered in another tab or on another device.')).toBeVisible()
  await other.reload()
  await expect(options(other).and(other.locator('[aria-pressed=true]'))).toHaveCount(right.length)
  await at(ROUND_RULES.countdownSeconds + ROUND_RULES.answerSeconds + 1)
  await expect(ada.page.getByText('Point for ada_live').first()).toBeVisible()
})
