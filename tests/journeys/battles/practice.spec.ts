import { ROUND_RULES } from '@aura/api/rules/rounds'
import { LESSONS_DIR } from '../../server/lessons/twelve-lessons.ts'
import { callAs, type Fighter, fighter } from '../support/arena.ts'
import { pressWithTab, use } from '../support/keyboard.ts'
import { expectSaid, rememberSaid } from '../support/said.ts'
import { serverForEach } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const START = Date.parse('2026-03-02T12:00:00Z')

// A newcomer is asked about the first two units, which twelve lessons don't fill.
const server = serverForEach({ startAt: '2026-03-02T12:00:00Z', settings: { lessonsDir: LESSONS_DIR } })
test.use({ timezoneId: 'UTC', reducedMotion: 'reduce' })

const at = (seconds: number) => server.setClock(new Date(START + seconds * 1_000).toISOString())
const options = (page: Page) => page.getByRole('main').locator('[data-round] button')

/** Answers the open question as the page shows it, by key or by touch. */
async function answer(page: Page, number: number, isRight: boolean, by: 'key' | 'press'): Promise<void> {
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const { right, wrong } = await server.solvePractice(id, number)
  for (const option of isRight ? right : wrong) {
    if (by === 'key') await page.keyboard.press(String(option + 1))
    else await options(page).nth(option).click()
  }
  const send = page.getByRole('button', { name: 'Answer', exact: true })
  if ((await send.count()) === 0) return
  if (by === 'key') await page.keyboard.press('Enter')
  else await send.click()
}

test('a newcomer sets a mark and plays against it, by keyboard alone [battles.practice-screen] [battles.practice-alone] [battles.practice-self]', async ({
  page,
}) => {
  await rememberSaid(page)
  await fighter(server, page.request, 'ada_live')
  await page.goto(`${server.url}/battles`)
  await use(page, 'Practice')
  await expect(page.getByRole('heading', { name: 'Practise rounds' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Nobody yet/ })).toBeChecked()
  await pressWithTab(page, page.getByRole('radio', { name: '5 questions' }), 'ArrowLeft')
  await expect(page.getByRole('radio', { name: '3 questions' })).toBeChecked()
  await use(page, 'Start')
  await expect(page.getByText('Your answers set a mark.')).toBeVisible()

  let seconds: number = ROUND_RULES.countdownSeconds
  for (const [index, isRight] of [true, false, true].entries()) {
    await at(seconds)
    await expectSaid(page, `Question ${index + 1} of 3. `)
    if (index === 1) {
      // Another tab, or a reload, finds the question as it stands.
      await page.reload()
      await expect(options(page).first()).toBeVisible()
    }
    await answer(page, index + 1, isRight, 'key')
    await expectSaid(page, isRight ? 'You: Right in 0.00 s.' : 'You: Wrong in 0.00 s.')
    seconds += ROUND_RULES.explainSeconds
  }
  await at(seconds)
  await expect(page.getByRole('heading', { level: 1, name: '2 of 3 right' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'You missed 1' })).toBeVisible()

  await use(page, 'Play against this')
  await expect(page.getByRole('region', { name: 'Your earlier answers' }).getByRole('link').first()).toBeVisible()
  await at(seconds + ROUND_RULES.countdownSeconds)
  await expect(options(page).first()).toBeVisible()
  await use(page, 'Stop')
  await expect(page.getByRole('heading', { level: 1, name: 'You stopped' })).toBeVisible()
})

/** Plays a battle of rounds by calls, in which the first has two right answers of three. Returns the seconds it took. */
async function playedByCalls(ada: Fighter, bo: Fighter): Promise<number> {
  const body = { opponentId: bo.id, stakeAmount: 10, decidedBy: 'knowledge', bestOf: 3, duration: null }
  const { id } = await callAs<{ id: string }>(server, ada, '/api/battles', body)
  await callAs(server, bo, `/api/battles/${id}/accept`)
  for (const who of [ada, bo]) await callAs(server, who, `/api/battles/${id}/rounds/ready`)
  let seconds: number = ROUND_RULES.countdownSeconds
  for (const [index, isRight] of [true, false, true].entries()) {
    await at(seconds)
    const { right, wrong } = await server.solveRound(id)
    const path = `/api/battles/${id}/rounds/${index + 1}/answer`
    await callAs(server, ada, path, { choice: isRight ? right : wrong })
    await callAs(server, bo, path, { choice: isRight ? wrong : right })
    seconds += ROUND_RULES.explainSeconds
  }
  await at(seconds)
  return seconds
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a creator who allows it is practised against from their profile [battles.practice-screen] [battles.practice-creator] [battles.practice-setting]', async ({
    page,
    browser,
  }) => {
    const others = await Promise.all([browser.newContext(), browser.newContext()])
    const [bo, cy] = [
      await fighter(server, others[0].request, 'bo_cooks'),
      await fighter(server, others[1].request, 'cy_claps'),
    ]
    const seconds = await playedByCalls(bo, cy)
    const theirs = await others[0].newPage()
    await theirs.goto(`${server.url}/settings`)
    await theirs.getByRole('switch', { name: 'Let others practise against me' }).check()
    await expect(theirs.getByRole('switch', { name: 'Let others practise against me' })).toBeChecked()

    await fighter(server, page.request, 'ada_live')
    await page.goto(`${server.url}/user/${bo.id}`)
    await page.getByRole('link', { name: 'Practise against them' }).click()
    await expect(page.getByRole('radio', { name: /^bo_cooks/ })).toBeChecked()
    await expect(page.getByText('There are only 3 answers, so it is the best of 3.')).toBeVisible()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('region', { name: 'bo_cooks' }).getByRole('link').first()).toBeVisible()
    await at(seconds + ROUND_RULES.countdownSeconds)
    await expect(options(page).first()).toBeVisible()
    await answer(page, 1, true, 'press')
    await expect(page.locator('[data-reveal]')).toContainText('Question 1 of 3')
  })
})
