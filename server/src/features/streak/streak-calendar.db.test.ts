import type { StreakCalendar } from '@aura/api/calls/streak'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T08:14:00Z'))

const calendar = (actor: Actor, month?: string): Promise<StreakCalendar> =>
  actor.call('GET /api/streak', { query: month ? { month } : {} })
const nextDay = (days = 1) => test.ctx.clock.advance({ days })
const told = ({ days }: StreakCalendar) =>
  Object.fromEntries(
    days.filter(({ state }) => state !== 'empty').map(({ day, state, streakDay }) => [day, [state, streakDay]]),
  )

describe('the streak calendar', () => {
  it('of a new user is a month of empty days', async () => {
    const empty = await calendar(await newcomer(test))
    expect(empty).toMatchObject({
      today: '2026-03-02',
      month: '2026-03',
      firstDay: null,
      currentStreak: 0,
      longestStreak: 0,
      lessonsFinished: 0,
      auraInMonth: 0,
    })
    expect(empty.days.map(({ day }) => day)).toEqual(expect.arrayContaining(['2026-02-23', '2026-04-05']))
    expect(told(empty)).toEqual({})
  })

  it('lists each lesson with its time and reward, and only the user’s own [learning.streak-page]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const first = await learn(ada)
    test.ctx.clock.advance({ hours: 2 })
    const second = await learn(ada, 1)
    const { days, auraInMonth, lessonsFinished, firstDay } = await calendar(ada)
    const today = days.find(({ day }) => day === '2026-03-02')
    expect(today).toMatchObject({ state: 'streak', streakDay: 1 })
    expect(today?.lessons).toMatchObject([
      { auraEarned: first.auraEarned, review: false, at: '2026-03-02T08:14:00.000Z', timeZone: 'UTC' },
      { auraEarned: second.auraEarned, at: '2026-03-02T10:14:00.000Z' },
    ])
    for (const lesson of today?.lessons ?? [])
      expect(lesson).toMatchObject({ title: expect.any(String), difficulty: expect.any(String) })
    expect([auraInMonth, lessonsFinished, firstDay]).toEqual([first.auraEarned + second.auraEarned, 2, '2026-03-02'])
    expect(told(await calendar(bo))).toEqual({})
    expect(await calendar(ada, '2026-02')).toMatchObject({ auraInMonth: 0, lessonsFinished: 2, firstDay })
  })

  it('uses the user’s own days: a change of time zone skips some and keeps their times', async () => {
    test.ctx.clock.set('2026-03-02T11:30:00Z')
    const ada = await newcomer(test, 'Pacific/Niue')
    await learn(ada)
    test.ctx.clock.advance({ minutes: 1 })
    // It is 00:31 on the 2nd in Niue, and 01:31 on the 3rd in Kiritimati.
    await ada.call('POST /api/user/time-zone', { body: { timeZone: 'Pacific/Kiritimati' } })
    await learn(ada)
    nextDay(2)
    const month = await calendar(ada)
    expect(told(month)).toMatchObject({
      '2026-03-02': ['earlier', 1],
      '2026-03-03': ['earlier', 2],
      '2026-03-04': ['missed', null],
    })
    const zones = month.days.flatMap(({ lessons }) => lessons.map(({ timeZone }) => timeZone))
    expect(zones).toEqual(['Pacific/Niue', 'Pacific/Kiritimati'])
    // This change skips a whole day without a lesson.
    test.ctx.clock.set('2026-06-01T11:30:00Z')
    const bo = await newcomer(test, 'Pacific/Niue')
    await learn(bo)
    nextDay()
    await bo.call('POST /api/user/time-zone', { body: { timeZone: 'Pacific/Kiritimati' } })
    await learn(bo)
    expect(told(await calendar(bo))).toEqual({
      '2026-06-01': ['streak', 1],
      '2026-06-02': ['skipped', null],
      '2026-06-03': ['streak', 2],
    })
  })
})
