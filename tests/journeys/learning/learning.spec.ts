import { rightResponse } from '../../server/actors/learning.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { answerUntilClaim, passCheck, respond } from '../support/lesson.ts'
import { joinAs, learnByCalls, openNextLesson, startAs } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const NOON = '2026-03-02T12:00:00Z'

const server = serverForAll({ startAt: NOON })
const ZONE = 'Asia/Tokyo'
test.use({ timezoneId: ZONE })
test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: Date.parse(NOON) })
})

test('the dashboard greets a newcomer, then shows the user and their balances [learning.newcomer] [learning.text-welcome] [learning.text-card-aura-points] [learning.text-section-title] [learning.text-lessons-reset] [learning.reset-countdown] [learning.zone-from-browser] [frame.wallet-chip] [frame.text-nav-dashboard]', async ({
  page,
}) => {
  await page.goto(server.url)
  await joinAs(page, 'Ada')
  const me = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  expect(me.timeZone).toBe(ZONE)
  await expect(page.getByRole('heading', { name: `Welcome, ${me.username}` })).toBeVisible()
  await expect(page.getByText('Aura Points (AP) are what you earn here')).toBeVisible()
  await expect(page.getByText('bought with USDC')).toBeVisible()
  const hero = page.getByRole('region', { name: 'Your aura' })
  await expect(hero).toContainText(/100\s*Aura Points/)
  await expect(hero).not.toContainText('at stake')
  await expect(page.getByText('0 day streak')).toBeVisible()
  await expect(page.getByText('Lessons reset daily at midnight')).toBeVisible()
  // It is 21:00 in Tokyo, so three hours of the day are left.
  await expect(page.getByText(/New lessons in 0?(3:00:00|2:5\d:\d\d)/)).toBeVisible()
  await expect(page.getByText('0xf39F...2266').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  // The live stream would restore the server's data.
  await page.route('**/api/live?*', (route) => route.abort())
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({ json: { ...me, auraPoints: 500, availableAuraPoints: 440 } }),
  )
  await page.reload()
  await expect(hero).toContainText(/500\s*Aura Points\s*60 at stake/)
  await expect(page.getByRole('heading', { name: `Welcome back, ${me.username}` })).toBeVisible()
})

test("a lesson's card and dialog show all of it [learning.lesson-card] [learning.text-card-button] [learning.dialog-paragraphs] [learning.text-dialog-takeaways] [learning.state-lesson-reading] [learning.status-only-open]", async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await startAs(page, server.url, 'Bo', ZONE)
  const [lesson] = await (await page.request.get(`${server.url}/api/lessons/daily`)).json()
  const card = page.getByRole('article').filter({ hasText: lesson.title })
  await expect(card).toContainText(`${lesson.estimatedReadTime} min read`)
  await expect(card).toContainText(new RegExp(lesson.difficulty, 'i'))
  await expect(card).toContainText(`+${lesson.auraReward}`)
  const preview = ((await card.locator('p').first().textContent()) ?? '').replace(/(…|\.\.\.)$/, '')
  expect(lesson.content.replace(/\s+/g, ' ').startsWith(preview.trimEnd())).toBe(true)
  expect(preview.length).toBeGreaterThan(120)
  expect(preview.length).toBeLessThanOrEqual(150)
  expect(asked.some((path) => path.endsWith('/status'))).toBe(false)

  const { dialog } = await openNextLesson(page)
  await dialog.getByRole('button', { name: lesson.predict.options[0] }).click()
  await dialog.getByRole('button', { name: 'Whole text' }).click()
  const paragraphs = lesson.content.split(/\n\s*\n/)
  expect(paragraphs).toHaveLength(lesson.blocks.length)
  for (const [at, paragraph] of paragraphs.entries()) {
    if (lesson.blocks[at].kind !== 'paragraph') continue
    await expect(dialog.locator('p', { hasText: paragraph.replace(/\s+/g, ' ').slice(0, 60) }).first()).toBeAttached()
  }
  await expect(dialog.getByText('Key Takeaways')).toBeAttached()
  for (const takeaway of lesson.keyTakeaways) await expect(dialog.getByText(takeaway)).toBeAttached()
  for (const source of lesson.sources) await expect(dialog.getByRole('link', { name: source.title })).toBeAttached()
  expect(asked.filter((path) => path.endsWith('/status'))).toHaveLength(1)
})

test('a guess opens the text, whose cards Enter and the arrows turn, and stands beside the outcome after a reload [learning.lesson-guess] [learning.guess-final] [learning.cards] [learning.parts] [learning.lesson-terms] [learning.lesson-figures]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Bo', ZONE)
  const [lesson] = await (await page.request.get(`${server.url}/api/lessons/daily`)).json()
  const { dialog } = await openNextLesson(page)
  const parts = dialog.getByRole('list', { name: 'Parts of the lesson' })
  await expect(parts.locator('[aria-current]')).toHaveText('Guess')
  const card = (place: number) => dialog.getByRole('group', { name: `Card ${place} of` })
  await page.keyboard.press('Enter')
  await expect(card(1)).toBeVisible()
  await dialog.getByRole('button', { name: lesson.predict.options[0] }).press('Enter')
  await expect(card(2)).toBeFocused()
  await expect(parts.locator('[aria-current]')).toHaveText('Read')
  await page.keyboard.press('ArrowLeft')
  const other = dialog.getByRole('button', { name: lesson.predict.options[1] })
  await other.click({ force: true })
  await expect(other).toHaveAttribute('aria-pressed', 'false')
  await expect(dialog.getByRole('button', { name: lesson.predict.options[0] })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(card(2)).toBeFocused()

  await page.reload()
  await openNextLesson(page)
  await expect(card(2)).toBeVisible()
  await dialog.getByRole('button', { name: 'Whole text' }).click()
  const outcome = dialog.getByRole('region', { name: 'Your guess' })
  await expect(outcome).toContainText(lesson.predict.options[0])
  await expect(outcome).toContainText(lesson.predict.outcome)
  const figure = lesson.blocks.find(({ kind }: { kind: string }) => kind === 'figure')
  await expect(dialog.getByRole('img', { name: figure.alt })).toBeVisible()

  await dialog.getByRole('button', { name: 'Read in cards' }).click()
  const end = dialog.getByText('Key Takeaways')
  const total = Number(/of (\d+)/.exec((await card(2).getAttribute('aria-label')) ?? '')?.[1])
  for (let place = 3; place <= total; place++) {
    await page.keyboard.press('Enter')
    await expect(card(place)).toBeFocused()
  }
  await expect(end).toBeVisible()
  await expect(outcome).toBeVisible()
  // All of it is read, and it is still what is on screen.
  await expect(parts.locator('[aria-current]')).toHaveText('Read, done')
  await dialog.getByRole('button', { name: 'Whole text' }).click()
  const term = dialog.getByRole('button', { name: 'private key' })
  await term.press('Enter')
  const note = page.getByRole('dialog', { name: 'Private key' })
  await expect(note).toContainText('The secret number that signs for an address')
  await expect(note.getByRole('link', { name: 'Open the glossary' })).toHaveAttribute('href', '/glossary/private-key')
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await expect(term).toBeFocused()
  await expect(dialog).toBeVisible()
})

test('the check explains a wrong answer, goes on with another question, and two right ones open the claim [learning.quiz-radio] [learning.text-dialog-take-check] [learning.text-quiz-submit] [learning.check-quiz-option] [learning.text-quiz-wrong] [learning.check-warns] [learning.state-lesson-wrong] [learning.state-lesson-checking] [learning.state-lesson-claimable] [learning.state-lesson-completed] [learning.complete-refreshes] [frame.no-reload-after-action] [ledger.key-web-sends]', {
  tag: '@smoke',
}, async ({ page }) => {
  await startAs(page, server.url, 'Cleo', ZONE)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const { dialog, title } = await openNextLesson(page)
  await dialog.getByRole('button', { name: 'Take Knowledge Check' }).click()
  // Also when the guess was passed over.
  const part = dialog.getByRole('list', { name: 'Parts of the lesson' }).locator('[aria-current]')
  await expect(part).toHaveText('Check')
  const submit = dialog.getByRole('button', { name: 'Submit Answer' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await submit.click({ force: true })
  await expect(page.getByText('Please select an answer')).toBeVisible()
  await expect(page.getByText('Choose one of the options before submitting.')).toBeVisible()

  const question = await dialog.getByRole('heading', { level: 3 }).textContent()
  await respond(dialog, { wrong: true })
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/quiz') && sent.push(request.url()))
  // Two presses before a render: only the first counts.
  await submit.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(dialog.getByText('Incorrect Answer')).toBeVisible()
  await expect(page.getByText('Quiz Error')).toHaveCount(0)
  expect(sent).toHaveLength(1)
  await expect(page.getByText('Incorrect Answer')).toHaveCount(1)
  await expect(dialog.getByText('Try again! Review the lesson content.')).toBeVisible()
  await expect(dialog.getByText('Two more wrong answers, and this check rests until tomorrow.')).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(question ?? '')
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Back to the lesson' }).click()
  await expect(dialog.locator('[data-wanted]')).toBeInViewport()
  await expect(part).toHaveText(/^Read/)
  await dialog.getByRole('button', { name: 'Take Knowledge Check' }).click()

  await server.setClock('2026-03-02T12:00:04Z')
  await page.clock.runFor(4_000)
  await dialog.getByRole('button', { name: 'Next Question' }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).not.toHaveText(question ?? '')
  await answerUntilClaim(dialog)
  const refetched = Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/auth/user')),
    page.waitForResponse((response) => response.url().endsWith('/api/lessons/daily')),
    page.waitForResponse((response) => response.url().endsWith('/status')),
  ])
  const claimed = page.waitForRequest((request) => request.url().endsWith('/api/lessons/complete'))
  await dialog.getByRole('button', { name: /^Claim \d+ AP$/ }).click()
  expect((await claimed).headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  await refetched
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('1 day streak')).toBeVisible()
  await page.getByRole('button', { name: `Read Again: ${title}` }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/completed/i)
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('Enter sends a number and then leads on [learning.enter-submits]', async ({ page }) => {
  const question = { id: 'q', kind: 'type-number', text: 'How many gwei?', options: [], unit: 'gwei' }
  const ask = { day: '2026-03-02', done: 0, needed: 2, triesLeft: 3, question }
  await page.route('**/api/lessons/daily', async (route) => {
    const response = await route.fetch()
    const [first, ...others] = await response.json()
    await route.fulfill({ response, json: [{ ...first, check: ask }, ...others] })
  })
  const judged = {
    correct: true,
    explanation: 'Yes.',
    right: '5',
    message: '',
    retryAfterMs: 0,
    passed: false,
    paragraph: 1,
  }
  const asked = { ...ask, done: 1, question: { ...question, id: 'r', text: 'And then?' } }
  await page.route('**/quiz', (route) => route.fulfill({ json: { ...judged, check: asked } }))
  await startAs(page, server.url, 'Gita', ZONE)
  const { dialog } = await openNextLesson(page)
  await dialog.getByRole('button', { name: 'Take Knowledge Check' }).click()
  await dialog.getByLabel('Your answer').fill('5')
  const sent = page.waitForRequest('**/quiz')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ answer: '5', questionId: 'q' })
  await expect(dialog.getByText('Correct', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'And then?' })).toBeVisible()
})

test('the first claim of a day is celebrated over the dialog before the figures move, and later ones are told in it; each leads to the next lesson [learning.celebration] [learning.next-lesson]', {
  tag: '@smoke',
}, async ({ page }) => {
  await startAs(page, server.url, 'Ivo', ZONE)
  const hero = page.locator('section[aria-label="Your aura"]')
  await expect(hero).toContainText('100')
  const { dialog } = await openNextLesson(page)
  const claim = await passCheck(dialog)
  // The celebration uses the clock, which stands still from here.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.setFixedTime('2026-03-02T12:30:00Z')
  const refetched = page.waitForResponse((response) => response.url().endsWith('/api/auth/user'))
  await claim.click()
  await expect(page.getByRole('button', { name: 'Next lesson, +60' })).toBeFocused()
  expect(await (await refetched).json()).toMatchObject({ auraPoints: 140, currentStreak: 1 })
  // The claim below has closed.
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(hero).toContainText('100Aura Points')
  await expect(hero).toContainText('Day0')
  await page.getByRole('button', { name: 'Next lesson, +60' }).click()
  await expect(hero).toContainText('140Aura Points')
  await expect(hero).toContainText('Day1')

  const second = page.getByRole('dialog')
  await (await passCheck(second)).click()
  await expect(second.getByText('Today is already lit. These points are extra.')).toBeVisible()
  await expect(hero).toContainText('200Aura Points')
  await second.getByRole('button', { name: 'Next lesson, +90' }).click()
  await expect(second.getByText('+90')).toBeVisible()
})

test('a day whose lessons are done ends with what comes tomorrow, and when to be reminded [learning.day-done] [learning.day-end]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url)
  for (let lesson = 0; lesson < 2; lesson++) await learnByCalls(page, server.url)
  await page.goto(server.url)
  const { dialog: end } = await openNextLesson(page)
  await (await passCheck(end)).click()
  await expect(end.getByRole('heading', { name: 'Today is done' })).toBeFocused()
  await expect(end.getByRole('img', { name: '1 of 7 days' })).toBeVisible()
  const named = (await end.getByText(/^Tomorrow: /).textContent()) ?? ''
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/reminders/hours') && response.ok())
  await end.getByRole('radio', { name: '19:00' }).click({ force: true })
  await saved
  await end.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('radio', { name: '19:00' })).toBeChecked()
  const today = page.getByRole('list', { name: 'Today’s lessons' }).getByRole('listitem')
  await expect(page.getByRole('heading', { name: 'Done for today' })).toBeVisible()
  await expect(today).toHaveCount(3)
  await expect(today.filter({ hasText: 'Completed' })).toHaveCount(3)
  const tomorrow = page.getByRole('list', { name: 'Tomorrow’s lessons' }).getByRole('listitem')
  await expect(tomorrow).toHaveText([/Beginner/, /Intermediate/, /Advanced/])
  const expected = (await tomorrow.locator('p').first().textContent()) ?? ''
  expect(named).toContain(expected)

  await server.setClock('2026-03-03T12:00:00Z')
  await page.clock.setSystemTime(Date.parse('2026-03-03T12:00:00Z'))
  await page.reload()
  await expect(page.getByRole('button', { name: `Build Aura: ${expected}` })).toBeVisible()
  await server.setClock(NOON)
})

test('midnight passes on every screen, settings and streak among them [learning.reset-everywhere]', async ({
  page,
}) => {
  const goTo = async (at: string) => {
    await server.setClock(at)
    await page.clock.setSystemTime(Date.parse(at))
  }
  await joinByCalls(page.request, server.url, undefined, undefined, ZONE)
  await learnByCalls(page, server.url)
  await page.goto(`${server.url}/settings`)
  await expect(page.getByText(/Lessons reset in 0?(3:00:00|2:5\d:\d\d)/)).toBeVisible()
  await goTo('2026-03-02T15:01:00Z')
  await expect(page.getByText(/Lessons reset in 23:5\d:\d\d/)).toBeVisible()

  await page.goto(`${server.url}/streak`)
  const today = page.locator('[data-today]')
  await expect(today).toContainText('3')
  await goTo('2026-03-03T15:01:00Z')
  await expect(today).toContainText('4')
  await server.setClock(NOON)
})

test('a week later a review of five counts the day, whatever is due: a failed one may be tried again [learning.review-debt] [learning.review-counts] [learning.review-again] [learning.review-known]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Hana', ZONE)
  for (let lesson = 0; lesson < 3; lesson++) await learnByCalls(page, server.url)
  await page.reload()
  await expect(page.getByText('You still know 100%')).toBeVisible()
  await server.setClock('2026-03-09T12:00:00Z')
  await page.clock.setFixedTime('2026-03-09T12:00:00Z')
  await page.reload()
  await expect(page.getByText('0 day streak')).toBeVisible()
  await expect(page.getByText('5 questions today, the weakest first.')).toBeVisible()
  const points = async () => (await (await page.request.get(`${server.url}/api/auth/user`)).json()).auraPoints
  const before = await points()
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: 'Next Question' })
  for (const [button, right] of [
    ['Start Review', false],
    ['Try Again', true],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    for (let place = 1; place <= 5; place++) {
      const submit = dialog.getByRole('button', { name: 'Submit Answer' })
      await respond(dialog, { wrong: !right && place < 3 })
      // Two presses before a render: only the first counts.
      await submit.evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
      // By a mouse, this quickly, it would be the second press on the button of the question before.
      if (place < 5) await next.press('Enter')
    }
    if (!right) await expect(dialog.getByText('Not passed this time.')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Keep going' }).click()
  await expect(page.getByText('1 day streak')).toBeVisible()
  expect(await points()).toBe(before + 10)
})

test('a broken streak is offered back where it is seen, with what it takes, and how it ended is told [learning.win-back-offered]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url)
  const goTo = (day: number) => server.setClock(new Date(Date.parse(NOON) + day * 86_400_000).toISOString())
  for (let day = 0; day < 14; day++) {
    await goTo(day)
    await learnByCalls(page, server.url)
  }
  await goTo(15)
  await page.clock.setSystemTime('2026-03-17T12:00:00Z')
  await page.goto(server.url)
  const offer = page.getByRole('region', { name: 'You can win your 14-day streak back until Monday.' })
  await expect(offer).toContainText('12 right answers of 15 make today day 15. One try a day, once in 90 days, free.')
  await offer.getByRole('button', { name: 'Answer 15 Questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Win your streak back' })
  await respond(dialog)
  await dialog.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(dialog.getByText('1 right so far. 12 of 15 pass.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const calls = `${server.url}/api/review`
  for (let left = 14; left > 1; left--) {
    const { question } = await (await page.request.get(`${calls}?for=streak`)).json()
    const data = { lessonId: question.lessonId, questionId: question.id, answer: rightResponse(question) }
    const headers = { origin: server.url, 'idempotency-key': crypto.randomUUID() }
    expect((await page.request.post(`${calls}/answer?for=streak`, { headers, data })).ok()).toBe(true)
  }
  await page.reload()
  await expect(page.getByText('One question is left.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue Review' }).click()
  await respond(dialog)
  await dialog.getByRole('button', { name: 'Submit Answer' }).click()
  // Day 15 is a level's first, which wasn't reached now.
  await expect(page.getByRole('dialog', { name: /^Your streak is back: day 15\.$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Keep going' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('15 day streak')).toBeVisible()
  await expect(page.getByText('You can win')).toHaveCount(0)
  expect(await server.audit()).toEqual([])
  await server.setClock(NOON)
})

test('a day without lessons says when to come back, and while they load three placeholders are kept [learning.text-empty-lessons]', async ({
  page,
}) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/lessons/daily', async (route) => {
    await held
    await route.fulfill({ json: [] })
  })
  await startAs(page, server.url, 'Esi', ZONE)
  await expect(page.locator('[aria-busy=true] > div')).toHaveCount(3)
  answer()
  await expect(page.getByText('Check back soon for new content')).toBeVisible()
  await expect(page.getByText(/New lessons drop daily to help you master the crypto space/)).toBeVisible()
})

test('a session that ended elsewhere leads back to the landing page [learning.unauthorized-to-home] [access.logout-ends-session] [access.state-auth-signed-out]', async ({
  page,
}) => {
  // The live stream would update the page by itself.
  await page.route('**/api/live?*', (route) => route.abort())
  await startAs(page, server.url, 'Farid', ZONE)
  const cookies = await page.context().cookies()
  const signedOut = await page.request.post(`${server.url}/api/auth/logout`, { headers: { origin: server.url } })
  expect(signedOut.ok()).toBe(true)
  await page.context().addCookies(cookies)
  const refused = await page.request.get(`${server.url}/api/auth/user`)
  expect(refused.status()).toBe(401)
  const [join, lesson] = [
    page.getByRole('dialog', { name: /^(Join Aura|Welcome back)/ }),
    page.getByRole('button', { name: /^Build Aura: / }).first(),
  ]
  // Without its stream the page also asks by itself, perhaps before the press.
  await expect(lesson.or(join)).toBeVisible()
  await lesson.click({ timeout: 1_000 }).catch(() => undefined)
  await expect(join).toBeVisible()
})
