import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { respond, stepsTo } from './support/lesson.ts'
import { joinDialog, readyToSign } from './support/person.ts'
import { serverForEach } from './support/server-for.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

const trial = (page: Page) => page.getByRole('region', { name: 'Light your first line' })

/** Presses twice, the second time late: once `shown` has taken the place of what the first press hit. */
async function pressLate(page: Page, control: Locator, shown: Locator): Promise<void> {
  await control.hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(shown).toBeFocused()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(shown).toBeFocused()
}

async function openQuestion(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Try a lesson' }).first().click()
  await expect(trial(page).getByRole('img', { name: /^Your ring on day 0/ })).toBeVisible()
  await trial(page).getByRole('button', { name: 'Answer one question' }).dblclick()
  return trial(page)
}

async function passTrial(page: Page): Promise<void> {
  await respond(await openQuestion(page))
  const submit = trial(page).getByRole('button', { name: 'Submit Answer' })
  await pressLate(page, submit, trial(page).getByRole('heading', { name: 'Line 1 is lit' }))
}

async function keepAs(page: Page, account: string): Promise<void> {
  await trial(page).getByRole('button', { name: 'Keep it' }).dblclick()
  await signIn(page, account)
}

const lit = (page: Page) => page.getByRole('img', { name: 'Your ring on day 1, with one line lit' })

async function signIn(page: Page, account: string): Promise<void> {
  await joinDialog(page).getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await (await readyToSign(page, account)).click()
}

test('a visitor plays the lesson, joins, and finds line 1 lit and 40 AP claimed once [landing.trial] [landing.trial-kept]', {
  tag: '@smoke',
}, async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const keeps: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/api/lessons/trial/keep')) keeps.push(response.status())
  })
  await page.goto(server.url)
  await passTrial(page)
  await page.reload()
  await trial(page).scrollIntoViewIfNeeded()
  await expect(trial(page).getByRole('img', { name: /^Your ring on day 1/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Keep your line' })).toBeVisible()
  // A second tab of the same visitor follows the sign-in and is later to keep the lesson.
  const other = await context.newPage()
  const celebrated = Promise.withResolvers<void>()
  await other.route('**/api/lessons/trial/keep', async (route) => {
    await celebrated.promise
    await route.continue()
  })
  await other.goto(server.url)
  await trial(page).getByRole('button', { name: 'Keep it' }).dblclick()
  const join = page.getByRole('dialog', { name: 'Join Aura' })
  await expect(lit(page).last()).toBeVisible()
  await expect(join).toContainText('Day 1, +40 AP')
  await signIn(page, 'Ada')
  // No ring of the welcome is unlit, and their lines are those of the account.
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.locator('span[data-aura]').first()).toBeVisible()
  await expect(page.locator('[data-aura="none"] svg')).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Keep going' }).click()
  await expect(page.getByRole('heading', { name: 'Your ring, day 1' })).toBeFocused()
  await expect(lit(page)).toBeVisible()
  await expect(page.getByText('Day 1, +40 AP')).toBeVisible()
  const goOn = page.getByRole('button', { name: 'Go to your dashboard' })
  await page.route('**/api/lessons/trial/keep', (route) => route.abort(), { times: 1 })
  await goOn.click()
  await expect(page.getByText('The welcome is still open')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your ring, day 1' })).toBeVisible()
  await pressLate(page, goOn, page.getByRole('button', { name: 'Next lesson, +60' }))
  await expect(page.getByText('Line 1 is lit.')).toBeVisible()
  celebrated.resolve()
  await page.getByRole('button', { name: 'Next lesson, +60' }).click()
  await expect(page.getByRole('dialog').getByText('+60')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const tab of [page, other]) {
    await tab.goto(server.url)
    await expect(tab.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
  }
  // The other tab gets a 409 for the lesson already kept, unless it navigated before.
  expect(keeps[0]).toBe(200)
  expect(keeps.slice(1).filter((status) => status !== 409)).toEqual([])
  const user = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  expect(user).toMatchObject({ auraPoints: 140, currentStreak: 1 })
  const [lesson] = await (await page.request.get(`${server.url}/api/lessons/daily`)).json()
  expect(lesson).toMatchObject({ completed: true, auraReward: 40 })
  expect(await server.audit()).toEqual([])
})

test('a wrong answer is explained, and a third one lets the question rest [landing.trial-wrong]', async ({ page }) => {
  await page.clock.install({ time: '2026-03-02T12:00:00Z' })
  await page.goto(server.url)
  const [{ name: right } = { name: '' }] = await stepsTo(await openQuestion(page))
  const submit = trial(page).getByRole('button', { name: 'Submit Answer' })
  for (let wrong = 1; wrong <= 3; wrong++) {
    const options = trial(page).locator('label').filter({ hasNotText: right }).filter({ hasNotText: 'Your answer' })
    await options.first().click()
    await submit.click()
    await expect(trial(page).locator('#trial-wrong')).toContainText('Incorrect Answer')
    await expect(trial(page).getByText('Your answer')).toHaveCount(wrong)
    await server.setClock(`2026-03-02T12:00:${String(wrong * 10)}Z`)
    if (wrong < 3) await page.clock.fastForward(10_000)
  }
  await expect(trial(page).getByText('come back in 60 minutes')).toBeVisible()
  await trial(page).locator('label').filter({ hasText: right }).click()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
})

test('an account that claimed the lesson before is told so and paid nothing [landing.trial-known]', async ({
  page,
}) => {
  await page.goto(server.url)
  await passTrial(page)
  await keepAs(page, 'Ada')
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  // An open page would notice that its session is gone and navigate away.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await server.setClock('2026-03-03T12:00:00Z')
  await page.goto(server.url)
  await passTrial(page)
  await trial(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('The lesson you just answered counts, unless you claimed it before.')).toBeVisible()
  await signIn(page, 'Ada')
  await expect(page.getByText('You have this one already')).toBeVisible()
  const user = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  expect(user).toMatchObject({ auraPoints: 140 })
})

test('the live battle moves on the landing page, then shows its result [landing.spotlight] [landing.hero-battle] [landing.text-hero-live-now]', async ({
  page,
  playwright,
}) => {
  const [ada, bo, cy] = (await Promise.all(
    [['ada_live'], ['bo_cooks'], ['cy_gives', { steeze: 50 }]].map(async ([name, purse]) =>
      fighter(server, await playwright.request.newContext(), name as string, purse as object),
    ),
  )) as [Fighter, Fighter, Fighter]
  const live = page.getByRole('region', { name: 'Battles, live' })
  await page.goto(server.url)
  await live.scrollIntoViewIfNeeded()
  await expect(live.getByText('No battle is live, and none has ended yet.')).toBeVisible()
  const id = await challengeByCalls(server, ada, bo, { title: 'The front', startsAt: '2026-03-02T16:00:00Z' })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await server.setClock('2026-03-02T16:00:00Z')
  await page.reload()
  const strip = page.getByRole('link', { name: /^LIVE/ })
  await expect(strip).toContainText('ada_live')
  await expect(strip).toHaveAttribute('href', `/battles/${id}`)
  await page.getByRole('definition').filter({ hasText: '1' }).getByRole('link').click()
  await expect(live.getByRole('link', { name: 'The front' })).toHaveAttribute('href', `/battles/${id}`)
  await expect(live.getByText('0 Steeze gifted')).toBeVisible()
  await callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: bo.id, amount: 7 })
  await expect(live.getByText('7 Steeze gifted')).toBeVisible()
  await server.setClock('2026-03-02T20:00:00Z')
  await expect(live.getByText('bo_cooks Wins!')).toBeVisible()
  await live.getByRole('link', { name: 'See how it was decided' }).click()
  await expect(page).toHaveURL(`${server.url}/battles/${id}`)
})

test('below the fold a ring grows by keys [landing.days-slider]', async ({ page }) => {
  await page.goto(server.url)
  const days = page.getByRole('region', { name: 'One line a day', exact: true })
  await days.scrollIntoViewIfNeeded()
  const slider = days.getByRole('slider', { name: 'Day' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(days.getByRole('img', { name: 'A ring on day 1', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Day 2, Clout Chaser\. 2 lines\..* 3 more days to Attention Seeker/,
  )
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', /^Day 30, Aura Vader\./)
  await expect(days.getByRole('img', { name: 'A ring on day 30' })).toBeVisible()
})
