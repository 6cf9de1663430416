import { reviewLabRun } from '../../server/actors/learning.ts'
import { LESSONS_DIR } from '../../server/lessons/twelve-lessons.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { answerReviewByCalls, learnByCalls } from '../support/person.ts'
import { startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const FIRST_DAY = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 86_400_000
const DAYS = 40

interface Unit {
  title: string
  finishedOn: string | null
  lessons: { id: string; state: string }[]
}

test('forty days lead through every published lesson once, to every badge and to Aura Vader, and go on with reviews that end with labs [learning.whole-path] [learning.lab-review]', async ({
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
    const labSeeds: string[] = []
    const beginDay = (day: number) => server.setClock(new Date(FIRST_DAY + day * DAY_MS).toISOString())
    for (let day = 0; day < DAYS - 1; day++) {
      await beginDay(day)
      const lessons: { id: string; difficulty: string }[] = await get('/api/lessons/daily')
      expect(lessons.length > 0).toBe(done.length < published.length)
      expect(lessons.filter(({ difficulty }) => difficulty === 'advanced').length).toBeLessThanOrEqual(1)
      // Once the path is done, the day's review is what is left.
      for (let turn = 0; turn < Math.max(1, lessons.length); turn++) {
        const seed = await learnByCalls(page, server.url)
        if (seed) labSeeds.push(seed)
      }
      done.push(...lessons.map(({ id }) => id))
    }
    expect([...done].sort()).toEqual([...published].sort())
    const units = await path()
    expect(units.filter(({ finishedOn }) => finishedOn === null)).toEqual([])

    // The last day's lab is played elsewhere, and handed in by the page that resumes it.
    await beginDay(DAYS - 1)
    await page.clock.install({ time: FIRST_DAY + (DAYS - 1) * DAY_MS })
    const review = await answerReviewByCalls(page, server.url)
    labSeeds.push(review.lab?.run?.seed ?? '')
    const { seed, version, actions } = JSON.parse(await reviewLabRun(review))
    await page.addInitScript((run) => localStorage.setItem(`aura:lab:${run.seed}`, JSON.stringify(run)), {
      ...{ seed, version, actions },
    })
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Continue Review' }).click()
    await expect(page.getByText('Checked and saved.')).toBeVisible()
    const me = await get('/api/auth/user')
    expect(me.currentStreak).toBe(DAYS)
    expect(labSeeds.length).toBeGreaterThan(1)
    expect(new Set(labSeeds).size).toBe(labSeeds.length)

    await page.goto(`${server.url}/user/${me.id}`)
    await expect(page.getByText('Aura Vader').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Finished Units' }).getByRole('listitem')).toHaveCount(units.length)
    expect(await server.audit()).toEqual([])
  } finally {
    await server.stop()
  }
})
