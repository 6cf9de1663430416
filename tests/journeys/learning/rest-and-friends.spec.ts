import { learnByCalls, startAs } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const FIRST_DAY = Date.UTC(2026, 2, 2, 12)
const DAY_MS = 86_400_000

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: new Date(FIRST_DAY).toISOString() })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

const follow = (page: Page, id: string) =>
  page.request.put(`${server.url}/api/follows/${id}`, { headers: { origin: server.url } })
const idOf = async (page: Page): Promise<string> =>
  (await (await page.request.get(`${server.url}/api/auth/user`)).json()).id

test('a rest day covers a missed day, a friend keeps the streak too, and an ended run is told kindly [learning.rest-days] [learning.streak-ended] [profile.friend-streak] [profile.friend-streak-shown]', async ({
  page,
  browser,
}) => {
  const pages = [page, await (await browser.newContext({ timezoneId: 'UTC' })).newPage()] as const
  const [ada, bo] = pages
  const goToDay = async (day: number) => {
    const at = FIRST_DAY + (day - 1) * DAY_MS
    await server.setClock(new Date(at).toISOString())
    for (const each of pages) await each.clock.setSystemTime(at)
  }
  for (const [each, account] of [
    [ada, 'Ada'],
    [bo, 'Bo'],
  ] as const) {
    await each.clock.install({ time: FIRST_DAY })
    await startAs(each, server.url, account)
  }
  const [adaId, boId] = [await idOf(ada), await idOf(bo)]
  await follow(ada, boId)
  await follow(bo, adaId)

  await ada.goto(`${server.url}/user/${boId}`)
  await ada.getByRole('button', { name: /^Ask .+ to keep a streak together$/ }).click()
  await expect(ada.getByRole('button', { name: /^Withdraw the streak with/ })).toBeVisible()
  await bo.goto(server.url)
  await bo.getByRole('button', { name: /^Accept the streak with/ }).click()
  await expect(bo.getByText('Neither of you has learned today yet.')).toBeVisible()

  for (let day = 1; day <= 7; day++) {
    await goToDay(day)
    // Twelve lessons last four days, after which there are reviews.
    for (let time = 0; time < (day <= 4 ? 3 : 1); time++) await learnByCalls(ada, server.url)
    await learnByCalls(bo, server.url)
  }
  await ada.goto(`${server.url}/streak`)
  await expect(ada.getByText('One rest day kept.')).toBeVisible()

  await goToDay(8)
  await learnByCalls(bo, server.url)
  await goToDay(9)
  for (const each of pages) await learnByCalls(each, server.url)
  await ada.reload()
  await expect(ada.getByRole('heading', { name: '8 day streak' })).toBeVisible()
  await ada.getByRole('button', { name: 'Monday 9 March, rested' }).click()
  await expect(ada.getByText('A rest day covered this day. The streak held and did not grow.')).toBeVisible()
  await expect(ada.getByText('rested: the streak held')).toBeVisible()
  await ada.goto(`${server.url}/user/${boId}`)
  await expect(ada.getByRole('list', { name: 'Streaks with friends' })).toContainText('8 days together')

  await goToDay(11)
  await ada.goto(server.url)
  await expect(ada.getByText('Your 8-day run ended on Wednesday. Your best is 8.')).toBeVisible()
  await expect(ada.getByText('0 days together')).toBeVisible()
  await ada.getByRole('button', { name: /^End the streak with/ }).click()
  await expect(ada.getByRole('list', { name: 'Streaks with friends' })).toBeHidden()
})
