import { answerAll, type Lesson, rightResponse, wrongResponse } from '../../server/actors/learning.ts'
import { solveLabByCalls } from '../support/labs.ts'
import { learn, learnByCalls, startAs } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const FIRST_DAY = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 86_400_000
const RETRY_MS = 3_000

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: new Date(FIRST_DAY).toISOString() })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

/** Sets both clocks to noon of a day, counted from 1. */
async function goToDay(page: Page, day: number): Promise<void> {
  const at = FIRST_DAY + (day - 1) * DAY_MS
  await server.setClock(new Date(at).toISOString())
  await page.clock.setSystemTime(at)
}

const get = async (page: Page, path: string) => (await page.request.get(`${server.url}${path}`)).json()
const post = async (page: Page, path: string, data?: object) => {
  const reply = await page.request.post(`${server.url}${path}`, { headers: { origin: server.url }, data })
  expect(reply.ok(), `${path} answered ${reply.status()}`).toBe(true)
  return reply.json()
}
const lessons = (page: Page): Promise<Lesson[]> => get(page, '/api/lessons/daily')
const streakOf = async (page: Page): Promise<number> => (await get(page, '/api/auth/user')).currentStreak

/** Gives three wrong answers, after which the check rests. */
async function failCheck(page: Page, { id, check }: Lesson, day: number): Promise<void> {
  let question = check?.question
  for (let time = 1; time <= 3; time++) {
    if (!question) throw new Error('the check asks nothing')
    const result = await post(page, `/api/lessons/${id}/quiz`, { answer: wrongResponse(question) })
    expect(result.correct).toBe(false)
    question = result.check.question
    await server.setClock(new Date(FIRST_DAY + (day - 1) * DAY_MS + time * RETRY_MS).toISOString())
  }
  const refused = await page.request.post(`${server.url}/api/lessons/${id}/quiz`, {
    headers: { origin: server.url },
    data: { answer: 0 },
  })
  expect((await refused.json()).code).toBe('CHECK_RESTS')
}

async function claim(page: Page, lesson: Lesson): Promise<void> {
  await answerAll(lesson, (answer) => post(page, `/api/lessons/${lesson.id}/quiz`, { answer }))
  await solveLabByCalls(page, server.url, lesson)
  await post(page, '/api/lessons/complete', { lessonId: lesson.id })
}

/** Answers a review, `wrong` answers first. Returns whether it passed. */
async function review(page: Page, wrong = 0): Promise<boolean> {
  let { question } = await post(page, '/api/review/start')
  for (let place = 0; ; place++) {
    const answer = (place < wrong ? wrongResponse : rightResponse)(question)
    const result = await post(page, '/api/review/answer', { questionId: question.id, answer })
    if (result.outcome !== 'open') return result.outcome === 'passed'
    question = result.review.question
  }
}

async function passUnit(page: Page, unit: string): Promise<void> {
  let { question } = await post(page, `/api/units/${unit}/placement`)
  while (question) {
    const data = { lessonId: question.lessonId, questionId: question.id, answer: rightResponse(question) }
    question = (await post(page, `/api/units/${unit}/placement/answer`, data)).placement.question
  }
}

test('forty days lead through lessons, reviews, a failed check, a unit passed at once, a missed day and a change of zone to the end of the path [learning.path] [learning.unit-badge]', async ({
  page,
}) => {
  await page.clock.install({ time: FIRST_DAY })
  await startAs(page, server.url, 'Esi')
  const { id } = await get(page, '/api/auth/user')
  let streak = 0
  for (let day = 1; day <= 40; day++) {
    await goToDay(page, day)
    switch (day) {
      case 2: {
        await page.reload()
        await learn(page)
        break
      }
      case 4: {
        const [first, second] = await lessons(page)
        await failCheck(page, first as Lesson, day)
        expect(await streakOf(page)).toBe(streak)
        await claim(page, second as Lesson)
        break
      }
      case 6:
        await passUnit(page, 'dollars')
        break
      case 8: {
        // A failed review counts nothing; the second try asks other questions.
        expect(await review(page, 2)).toBe(false)
        expect(await streakOf(page)).toBe(streak)
        expect(await review(page)).toBe(true)
        break
      }
      case 15:
        // Day 15 has no lesson, and the streak ends on day 16.
        continue
      case 16:
        expect(await streakOf(page)).toBe(0)
        streak = 0
        await learnByCalls(page, server.url)
        break
      case 25:
        // Moves east across the date line at noon: the shortened day must not cost the streak.
        await post(page, '/api/user/time-zone', { timeZone: 'Pacific/Kiritimati' })
        await learnByCalls(page, server.url)
        break
      default:
        await learnByCalls(page, server.url)
    }
    streak += 1
    expect(await streakOf(page), `on day ${day}`).toBe(streak)
  }
  expect(streak).toBe(25)

  // A dashboard left open offers a review on the next day, too.
  await page.goto(server.url)
  const daily = page.getByRole('region', { name: 'Review', exact: true })
  await expect(daily).toContainText('Done today')
  await goToDay(page, 41)
  await expect(daily.getByRole('button', { name: 'Start Review' })).toBeVisible()

  await page.goto(`${server.url}/learn`)
  await expect(page.getByRole('img', { name: '12 of 12 lessons done, 8 of 8 units finished' })).toBeVisible()
  await expect(page.getByText('Every lesson is done.')).toBeVisible()
  const dollars = page.getByRole('region', { name: 'Dollars on chain' })
  await expect(dollars).toContainText('Finished 6 Mar 2026')
  await page.goto(`${server.url}/user/${id}`)
  await expect(page.getByRole('region', { name: 'Finished Units' }).getByRole('listitem')).toHaveCount(8)
  expect(await server.audit()).toEqual([])
})
