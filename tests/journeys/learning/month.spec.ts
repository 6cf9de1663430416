import { learn, learnByCalls, startAs } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const FIRST_DAY = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 86_400_000

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

test('a month of days leads through every level; three missed days end it at once, whatever rest days are left', async ({
  page,
}) => {
  await page.clock.install({ time: FIRST_DAY })
  await startAs(page, server.url, 'Esi')
  const hero = page.getByRole('region', { name: 'Your aura' })
  const levels = new Map([
    [1, 'Clout Chaser'],
    [4, 'Clout Chaser'],
    [5, 'Attention Seeker'],
    [10, 'Dedicated'],
    [15, 'Grinder'],
    [30, 'Aura Vader'],
  ])
  for (let day = 1; day <= 30; day++) {
    await goToDay(page, day)
    await learnByCalls(page, server.url)
    const level = levels.get(day)
    if (level === undefined) continue
    await page.reload()
    await expect(page.getByText(`${day} day streak`)).toBeVisible()
    await expect(hero).toContainText(level)
  }

  // Days 31 to 33 have no lesson. At most two rest days are kept, so the streak ends on day 34.
  await goToDay(page, 34)
  await page.reload()
  await expect(page.getByText('0 day streak', { exact: true })).toBeVisible()
  await expect(hero).toContainText('Clout Chaser')
  await learn(page)
  await expect(page.getByText('1 day streak')).toBeVisible()

  // Moves east across the date line at noon: the shortened day must not cost the streak.
  const moved = await page.request.post(`${server.url}/api/user/time-zone`, {
    headers: { origin: server.url },
    data: { timeZone: 'Pacific/Kiritimati' },
  })
  expect(moved.ok()).toBe(true)
  await page.reload()
  await learn(page)
  await expect(page.getByText('2 day streak')).toBeVisible()
  expect(await server.audit()).toEqual([])
})
