import { LESSONS_DIR } from '../../server/lessons/twelve-lessons.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { learnByCalls } from '../support/person.ts'
import { startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const FIRST_DAY = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 86_400_000
const PER_DAY = 3

interface Unit {
  title: string
  finishedOn: string | null
  lessons: { id: string; state: string }[]
}

test('three lessons a day lead through every published lesson once, to every badge and to Aura Vader [learning.whole-path]', async ({
  page,
}) => {
  const server = await startClockServer({
    startAt: new Date(FIRST_DAY).toISOString(),
    settings: { lessonsDir: LESSONS_DIR },
  })
  try {
    await joinByCalls(page.request, server.url)
    const get = async (path: string) => (await page.request.get(`${server.url}${path}`)).json()
    const path = async (): Promise<Unit[]> => (await get('/api/lessons/path')).units
    const published = (await path()).flatMap(({ lessons }) => lessons.map(({ id }) => id))
    const done: string[] = []
    let days = 0
    for (; done.length < published.length; days++) {
      await server.setClock(new Date(FIRST_DAY + days * DAY_MS).toISOString())
      const lessons: { id: string }[] = await get('/api/lessons/daily')
      expect(lessons.length).toBeGreaterThan(0)
      expect(lessons.length).toBeLessThanOrEqual(PER_DAY)
      for (let turn = 0; turn < lessons.length; turn++) await learnByCalls(page, server.url)
      done.push(...lessons.map(({ id }) => id))
    }
    expect([...done].sort()).toEqual([...published].sort())
    const units = await path()
    expect(units.filter(({ finishedOn }) => finishedOn === null)).toEqual([])
    const me = await get('/api/auth/user')
    expect(me.currentStreak).toBe(days)

    await page.clock.install({ time: FIRST_DAY + (days - 1) * DAY_MS })
    await page.goto(`${server.url}/user/${me.id}`)
    await expect(page.getByText('Aura Vader').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Finished Units' }).getByRole('listitem')).toHaveCount(units.length)
    expect(await server.audit()).toEqual([])
  } finally {
    await server.stop()
  }
})
