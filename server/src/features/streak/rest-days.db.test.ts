import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { claim, dailyIds, dailyLessons, learn, passQuiz, passReview } from '../../../../tests/server/actors/learning.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { type ActiveDay, restReference } from '../../../../tests/server/rest-reference.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { dayFromNumber, dayNumber, dayOf } from './day.rules.ts'
import { streaksAsOf } from './index.ts'
import { lockLearner } from './learner-store.ts'
import { recordCompletions } from './record-completions.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const nextDay = (days = 1) => test.ctx.clock.advance({ days })
const calendar = (actor: Actor) => actor.call('GET /api/streak', { query: {} })
const stateOn = async (actor: Actor, on: string) => (await calendar(actor)).days.find(({ day }) => day === on)

/** Completes all lessons of the day, or the review once none is left. */
async function fullDay(actor: Actor): Promise<void> {
  const { length } = await dailyLessons(actor)
  if (length === 0) await passReview(actor)
  for (let position = 0; position < length; position++) await learn(actor, position)
}

describe('a rest day', () => {
  it('holds a missed day everywhere, and is shown as rested [learning.rest-days] [learning.streak-ended] [learning.streak-missed-zero] [learning.level-follows-live-streak]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { id: userId } = await ada.me()
    for (let day = 0; day < 7; day++) {
      if (day > 0) nextDay()
      await learn(bo)
      await fullDay(ada)
    }
    expect((await calendar(ada)).rest).toEqual({ kept: 1, mostKept: 2, progress: 0, earnedBy: 7 })
    expect((await calendar(bo)).rest).toEqual({ kept: 0, mostKept: 2, progress: 0, earnedBy: 7 })
    test.ctx.clock.set('2026-03-09T23:59:59.999Z')
    expect((await calendar(ada)).rest.kept).toBe(1)
    test.ctx.clock.advance({ ms: 1 })
    const shownAt = test.ctx.clock.now()
    expect([(await ada.me()).currentStreak, (await bo.me()).currentStreak]).toEqual([7, 0])
    expect(levelOfStreak((await bo.me()).currentStreak)).toBe(AURA_LEVELS[0])
    const profile = await bo.call('GET /api/users/:id', { params: { id: userId } })
    expect(profile.user.currentStreak).toBe(7)
    expect(await calendar(ada)).toMatchObject({ currentStreak: 7, ended: null, rest: { kept: 0 } })
    expect(await stateOn(ada, '2026-03-09')).toMatchObject({ state: 'rested', streakDay: null, lessons: [] })
    expect(await calendar(bo)).toMatchObject({ ended: { days: 7, on: '2026-03-09' }, longestStreak: 7 })
    expect(await stateOn(bo, '2026-03-09')).toMatchObject({ state: 'missed' })

    test.ctx.clock.advance({ minutes: 1 })
    expect([(await learn(ada)).newStreak, (await learn(bo)).newStreak]).toEqual([8, 1])
    expect(await stateOn(ada, '2026-03-09')).toMatchObject({ state: 'rested' })
    nextDay(2)
    const ended = { currentStreak: 0, longestStreak: 8, ended: { days: 8, on: '2026-03-11' }, rest: { kept: 0 } }
    expect(await calendar(ada)).toMatchObject(ended)
    expect(await stateOn(ada, '2026-03-11')).toMatchObject({ state: 'missed' })
    expect((await learn(ada)).newStreak).toBe(1)
    expect(await calendar(ada)).toMatchObject({ ended: null, longestStreak: 8, rest: { kept: 0, progress: 1 } })
    expect(await stateOn(ada, '2026-03-09')).toMatchObject({ state: 'rested' })
    expect(await streaksAsOf(test.ctx.db, [{ userId, at: shownAt }])).toEqual([7])
  })

  it('counts a day whose only lesson is claimed before anything else settles it', async () => {
    test.ctx.clock.set('2026-03-02T23:59:00Z')
    const ada = await newcomer(test)
    const { id: userId } = await ada.me()
    const { id: lessonId } = await passQuiz(ada)
    const others = (await ada.call('GET /api/lessons/catalogue')).map(({ id }) => id).filter((id) => id !== lessonId)
    await test.ctx.db.query(
      `insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after)
       select $1, unnest($2::text[]), '2026-03-01', '2026-03-01T12:00:00Z', false, 0, 0`,
      [userId, others],
    )
    test.ctx.clock.set('2026-03-03T00:01:00Z')
    await claim(ada, lessonId)
    expect(await dailyIds(ada)).toEqual([lessonId])
    expect((await calendar(ada)).rest).toMatchObject({ progress: 1 })
  })

  it('is counted once when three lessons are claimed at the same moment', async () => {
    const ada = await newcomer(test)
    const { id } = await ada.me()
    await test.ctx.db.query('update learners set rest_progress = 6 where user_id = $1', [id])
    const lessons = [await passQuiz(ada, 0), await passQuiz(ada, 1), await passQuiz(ada, 2)]
    await Promise.all(lessons.map((lesson) => claim(ada, lesson.id)))
    expect((await calendar(ada)).rest).toMatchObject({ kept: 1, progress: 0 })
  })
})

it('streak, calendar and the streak as of any moment follow the plain rule, whatever was learned when', async () => {
  const history = fc.array(fc.constantFrom('all', 'all', 'all', 'all', 'some', 'nothing'), {
    minLength: 30,
    maxLength: 30,
  })
  const learned = history as fc.Arbitrary<ActiveDay['learned'][]>
  await fc.assert(
    fc.asyncProperty(learned, async (history) => {
      test.ctx.clock.set('2026-03-10T12:00:00Z')
      const ada = await newcomer(test, 'America/New_York')
      const { id: userId } = await ada.me()
      const lived: ActiveDay[] = []
      const moments: { at: Date; streak: number }[] = []
      for (const [index, what] of history.entries()) {
        const day = dayFromNumber(dayNumber('2026-03-10') + index)
        lived.push({ day, learned: what, isLost: false })
        const at = test.ctx.clock.now()
        if (what !== 'nothing') {
          await test.ctx.db.tx(async (tx) => {
            const learner = await lockLearner(tx, userId)
            const now = { userId, learner, at, today: dayOf(at, learner), isFullDay: what === 'all' }
            await recordCompletions(tx, now, [{ lessonId: `lesson-${index}`, auraEarned: 0, difficulty: 'beginner' }])
          })
        }
        moments.push({ at, streak: restReference(lived).streak })
        nextDay()
      }
      test.ctx.clock.advance({ days: -1 })
      const expected = restReference(lived)
      expect((await ada.me()).currentStreak).toBe(expected.streak)
      const asOf = await streaksAsOf(
        test.ctx.db,
        moments.map(({ at }) => ({ userId, at })),
      )
      expect(asOf).toEqual(moments.map(({ streak }) => streak))
      const months = await Promise.all(
        ['2026-03', '2026-04'].map((month) => ada.call('GET /api/streak', { query: { month } })),
      )
      const shown = months.flatMap(({ days }) => days.filter(({ state }) => state === 'rested').map(({ day }) => day))
      expect([...new Set(shown)].sort()).toEqual(expected.rested)
    }),
    { numRuns: 6 },
  )
})
