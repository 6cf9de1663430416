import { AURA_LEVELS } from '@aura/api/levels'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { claim, dailyLessons, learn, passQuiz } from '../../../../tests/server/actors/learning.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const streak = async (actor: Actor) => (await actor.me()).currentStreak

describe('the streak', () => {
  it('counts a day once even if the clock goes back over midnight', async () => {
    const ada = await newcomer(test)
    await learn(ada)
    test.ctx.clock.set('2026-03-03T00:00:01Z')
    expect((await learn(ada)).newStreak).toBe(2)
    test.ctx.clock.set('2026-03-02T23:59:59Z')
    expect((await learn(ada, 2)).newStreak).toBe(2)
    test.ctx.clock.set('2026-03-03T00:00:02Z')
    expect((await learn(ada, 1)).newStreak).toBe(2)
    test.ctx.clock.set('2026-03-04T12:00:00Z')
    expect((await learn(ada)).newStreak).toBe(3)
  })
})

describe('the day', () => {
  it('is the same for lessons, streak and reset at every moment around midnight [learning.day-one-answer]', async () => {
    const midnights = {
      'Asia/Kathmandu': '2026-03-02T18:15:00.000Z',
      'Pacific/Niue': '2026-03-03T11:00:00.000Z',
    }
    for (const [zone, midnight] of Object.entries(midnights)) {
      test.ctx.clock.set(midnight)
      test.ctx.clock.advance({ hours: -1 })
      const ada = await newcomer(test, zone)
      const lesson = await passQuiz(ada)
      expect((await claim(ada, lesson.id)).newStreak).toBe(1)
      const before = await dailyLessons(ada)
      test.ctx.clock.advance({ hours: 1, ms: -1 })
      expect(before[0]).toMatchObject({ id: lesson.id, completed: true, availableUntil: midnight })
      expect(await dailyLessons(ada)).toEqual(before.map((each) => ({ ...each, serverTime: expect.any(String) })))
      expect((await learn(ada, 1)).newStreak).toBe(1)
      test.ctx.clock.advance({ ms: 1 })
      const after = await dailyLessons(ada)
      expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id))
      expect(after.map(({ completed }) => completed)).toEqual([false, false, false])
      expect(Date.parse(after[0]?.availableUntil ?? '') - Date.parse(midnight)).toBe(24 * 3_600_000)
      expect(await streak(ada)).toBe(1)
      expect((await learn(ada)).newStreak).toBe(2)
    }
  })
})

it('the levels are the published table, for anyone', async () => {
  const levels = await new Actor(test).call('GET /api/aura-levels')
  expect(levels).toMatchObject(AURA_LEVELS.map((level) => ({ ...level, minAuraPoints: level.minPoints })))
})
