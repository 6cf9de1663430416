import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noLog } from '#platform/http/security/security-log'
import { people } from '../../../../tests/server/actors/ranks.ts'
import { rethrow } from '../../../../tests/server/rethrow.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { scheduledJobs } from '../../run-features.ts'
import { closeByTheWords, type Played } from './close-reference.ts'
import { weekOf } from './league.rules.ts'

const WEEK = weekOf(new Date('2026-03-02T00:00:00Z'))
const MONDAY_MS = Date.parse('2026-03-02T00:00:00Z')

/** Levels of a league's people, and their learning. Few different points and moments, so that there are ties. */
const leagues = fc.array(
  fc.record({
    level: fc.integer({ min: 1, max: 10 }),
    people: fc.array(
      fc.record({
        points: fc.integer({ min: 1, max: 6 }),
        reachedMs: fc.integer({ min: 0, max: 3 }).map((hours) => MONDAY_MS + hours * 3_600_000),
        isOut: fc.constantFrom(false, false, false, true),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
)

type Given = { level: number; league: number; people: Played[] }

async function seatAll(test: TestApp, given: readonly Given[]): Promise<void> {
  const rows = given.flatMap(({ people, ...seat }) =>
    people.map(({ reachedMs, ...each }) => ({ ...each, ...seat, at: new Date(reachedMs) })),
  )
  await test.ctx.db.query(
    `insert into league_entries (user_id, week, level, league, points, first_at, reached_at, is_out)
     select "userId", $1, level, league, points, at, at, "isOut"
     from jsonb_to_recordset($2::jsonb)
       as given ("userId" uuid, level int, league int, points int, at timestamptz, "isOut" bool)`,
    [WEEK, JSON.stringify(rows)],
  )
  await test.ctx.db.query(
    `insert into league_weeks (week, level, seats)
     select week, level, max(league) * 30 from league_entries group by week, level`,
  )
}

it('closes any leagues as the words of the rules do [leagues.closes] [leagues.ties]', async () => {
  const test = await testApp()
  const ids = await people(test.ctx.db, 180)
  const jobs = scheduledJobs(test.ctx, rethrow, noLog).filter(({ name }) => name.startsWith('league_'))
  test.ctx.clock.set('2026-03-09T00:01:00Z')
  await fc.assert(
    fc.asyncProperty(leagues, async (drawn) => {
      let next = 0
      const filled = new Map<number, number>()
      const given = drawn.map(({ level, people }) => {
        const league = (filled.get(level) ?? 0) + 1
        filled.set(level, league)
        return { level, league, people: people.map((each) => ({ ...each, userId: ids[next++] ?? '' })) }
      })
      await seatAll(test, given)
      for (const job of jobs) while (await job.runBatch());
      const stored = await test.ctx.db.query<{ userId: string; place: number | null; moved: number | null }>(
        'select user_id as "userId", place::int, moved::int from league_entries',
      )
      const actual = new Map(stored.map(({ userId, ...result }) => [userId, result]))
      for (const { level, people } of given) {
        const expected = closeByTheWords(level, people)
        for (const { userId } of people)
          expect(actual.get(userId)).toEqual(expected.get(userId) ?? { place: null, moved: null })
      }
      const told = await test.ctx.db.query<{ userId: string }>(
        `select user_id as "userId" from notifications where type = 'league_result'`,
      )
      expect(told.length).toBe(stored.filter(({ place }) => place !== null).length)
      await test.ctx.db.query(`delete from notifications where type = 'league_result'`)
      await test.ctx.db.query('delete from league_entries')
      await test.ctx.db.query('delete from league_weeks')
    }),
    { seed: 20_260_302, numRuns: 10 },
  )
  await test.close()
})
