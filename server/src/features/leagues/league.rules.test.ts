import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import { describe, expect, it } from 'vitest'
import { levelIn, weekEndsAt, weekOf, zonesOf } from './league.rules.ts'

const TOP = LEAGUE_RULES.levels.length

it('a week of the leagues lasts from Monday 00:00 UTC for seven days [leagues.const-week]', () => {
  const monday = weekOf(new Date('2026-03-02T00:00:00Z'))
  expect(weekOf(new Date('2026-03-01T23:59:59.999Z'))).toBe(monday - 1)
  expect(weekOf(new Date('2026-03-08T23:59:59.999Z'))).toBe(monday)
  expect(weekEndsAt(monday)).toEqual(new Date('2026-03-09T00:00:00Z'))
})

describe('zonesOf', () => {
  it('moves five of thirty each way, but nobody above the top or below the lowest level [leagues.const-moving]', () => {
    expect(zonesOf(30, 5)).toEqual({ up: 5, down: 5 })
    expect(zonesOf(30, 1)).toEqual({ up: 5, down: 0 })
    expect(zonesOf(30, TOP)).toEqual({ up: 0, down: 5 })
  })

  it('moves fewer of fewer, and nobody both ways [leagues.small]', () => {
    const moving = [1, 2, 5, 6, 7, 12, 13, 29].map((people) => [people, ...Object.values(zonesOf(people, 5))])
    expect(moving).toEqual([
      [1, 0, 0],
      [2, 1, 0],
      [5, 1, 0],
      [6, 1, 1],
      [7, 2, 1],
      [12, 2, 2],
      [13, 3, 2],
      [29, 5, 4],
    ])
    for (let level = 1; level <= TOP; level++) {
      for (let people = 1; people <= LEAGUE_RULES.people; people++) {
        const { up, down } = zonesOf(people, level)
        expect(up + down).toBeLessThanOrEqual(people)
      }
    }
  })
})

describe('levelIn', () => {
  it('starts on the lowest level and moves as the last week said', () => {
    expect(levelIn(100, undefined)).toBe(1)
    expect(levelIn(101, { week: 100, level: 3, moved: 1 })).toBe(4)
    expect(levelIn(101, { week: 100, level: 3, moved: -1 })).toBe(2)
  })

  it('takes one level for weeks away, however many, and never the lowest [leagues.away]', () => {
    for (const week of [102, 103, 150]) {
      expect(levelIn(week, { week: 100, level: 4, moved: 0 })).toBe(3)
      expect(levelIn(week, { week: 100, level: 1, moved: 0 })).toBe(1)
    }
  })

  it('never makes staying away better than the last place', () => {
    for (let level = 1; level <= TOP; level++) {
      const atWorst = zonesOf(LEAGUE_RULES.people, level).down > 0 ? -1 : 0
      const before = { week: 99, level, moved: 0 }
      const learned = levelIn(101, { week: 100, level, moved: atWorst })
      expect(levelIn(101, before)).toBeLessThanOrEqual(learned)
    }
  })
})
