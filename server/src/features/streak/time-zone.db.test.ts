import type { Answer } from '@aura/api/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { dailyLessons, learn } from '../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { canonicalTimeZone } from './day.rules.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T10:30:00Z'))

const EAST = 'Pacific/Kiritimati'
const WEST = 'Pacific/Niue'

const move = (actor: Actor, timeZone: string) =>
  actor.send<Answer<'POST /api/user/time-zone'>>('POST', '/api/user/time-zone', { timeZone })
const streak = async (actor: Actor) => (await actor.me()).currentStreak

describe('changing the time zone', () => {
  it('is possible once in 7 days [settings.const-zone-change-interval]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    expect(await move(ada, 'Europe/Berlin')).toMatchObject({
      status: 200,
      body: { timeZone: 'Europe/Berlin', dayEndsAt: '2026-03-02T23:00:00.000Z' },
    })
    test.ctx.clock.advance({ days: 7, ms: -1 })
    expect(await move(ada, 'Asia/Tokyo')).toMatchObject({
      status: 409,
      body: { code: 'TIME_ZONE_CHANGED_RECENTLY', data: { changeableAt: '2026-03-09T10:30:00.000Z' } },
    })
    expect((await ada.me()).timeZone).toBe('Europe/Berlin')
    test.ctx.clock.advance({ ms: 1 })
    expect(await move(ada, 'Asia/Tokyo')).toMatchObject({ status: 200 })
    expect((await ada.me()).timeZone).toBe('Asia/Tokyo')
    expect((await bo.me()).timeZone).toBe('UTC')
  })

  it('to an alias of the same zone is no change; a new zone is stored under its canonical name', async () => {
    const ada = await newcomer(test)
    expect(await move(ada, 'europe/kyiv')).toMatchObject({ status: 200, body: { timeZone: 'Europe/Kiev' } })
    expect((await ada.me()).timeZone).toBe('Europe/Kiev')
    const before = await databaseState(test.ctx.db)
    expect(await move(ada, 'Europe/Kyiv')).toMatchObject({ status: 200, body: { timeZone: 'Europe/Kiev' } })
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('accepts every zone browsers offer, and PostgreSQL knows each stored name', async () => {
    const stored = Intl.supportedValuesOf('timeZone').map((zone) => canonicalTimeZone(zone))
    const rows = await test.ctx.db.query<{ name: string }>('select name from pg_timezone_names')
    const known = new Set(rows.map(({ name }) => name))
    expect(stored.length).toBeGreaterThan(400)
    expect(stored.filter((zone) => zone === null || !known.has(zone))).toEqual([])
  })

  it('to an unknown zone is refused [settings.check-zone-unknown]', async () => {
    const ada = await newcomer(test)
    const before = await databaseState(test.ctx.db)
    expect(await move(ada, 'Mars/Olympus')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})

describe('moving west, to an earlier day', () => {
  it('extends today until that zone has caught up, and never goes back [learning.zone-never-back]', async () => {
    const [ada, bo] = [await newcomer(test, EAST), await newcomer(test, EAST)]
    expect((await learn(ada)).newStreak).toBe(1)
    const before = await dailyLessons(ada)
    const bystander = await dailyLessons(bo)
    const dayEndsAt = '2026-03-04T11:00:00.000Z'
    expect(await move(ada, WEST)).toMatchObject({ status: 200, body: { timeZone: WEST, dayEndsAt } })
    expect(await dailyLessons(ada)).toEqual(before.map((lesson) => ({ ...lesson, availableUntil: dayEndsAt })))
    expect((await learn(ada, 1)).newStreak).toBe(1)
    // Niue passes two midnights before its calendar says 4 March.
    for (const moment of ['2026-03-02T11:00:00Z', '2026-03-03T11:00:00Z', '2026-03-04T10:59:59.999Z']) {
      test.ctx.clock.set(moment)
      expect((await dailyLessons(ada))[0]).toMatchObject({ completed: true, availableUntil: dayEndsAt })
      expect(await streak(ada)).toBe(1)
    }
    test.ctx.clock.set(dayEndsAt)
    expect((await learn(ada)).newStreak).toBe(2)
    test.ctx.clock.set('2026-03-02T10:30:00Z')
    expect(await dailyLessons(bo)).toEqual(bystander)
  })
})

describe('moving east, to a later day', () => {
  async function traveller(): Promise<Actor> {
    test.ctx.clock.set('2026-02-28T10:30:00Z')
    const ada = await newcomer(test, WEST)
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    return ada
  }

  it('counts neither the day cut short nor the one jumped over as missed [learning.zone-skipped-days]', async () => {
    const ada = await traveller()
    expect(await streak(ada)).toBe(2)
    const moved = { timeZone: EAST, dayEndsAt: '2026-03-03T10:00:00.000Z' }
    expect(await move(ada, EAST)).toMatchObject({ status: 200, body: moved })
    expect(await streak(ada)).toBe(2)
    test.ctx.clock.set('2026-03-03T09:59:59.999Z')
    expect(await streak(ada)).toBe(2)
    expect((await learn(ada)).newStreak).toBe(3)
    test.ctx.clock.advance({ ms: 1 })
    expect((await learn(ada)).newStreak).toBe(4)
  })
})
