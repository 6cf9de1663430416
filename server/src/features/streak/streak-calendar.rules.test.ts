import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarDays, skippedDays, timeZoneAt, weeksOf } from './streak-calendar.rules.ts'

describe('the weeks of a month', () => {
  it.each([
    ['2025-11', '2025-10-27', '2025-11-30'],
    ['2026-02', '2026-01-26', '2026-03-01'],
    ['2021-02', '2021-02-01', '2021-02-28'],
    ['2024-12', '2024-11-25', '2025-01-05'],
  ])('%s go from %s to %s', (month, from, to) => expect(weeksOf(month)).toEqual({ from, to }))

  it('are complete and cover the month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1970, max: 2199 }), fc.integer({ min: 1, max: 12 }), (year, index) => {
        const month = `${year}-${String(index).padStart(2, '0')}`
        const { from, to } = weeksOf(month)
        expect(new Date(`${from}T00:00:00Z`).getUTCDay()).toBe(1)
        expect(new Date(`${to}T00:00:00Z`).getUTCDay()).toBe(0)
        expect(from <= `${month}-01` && to >= `${month}-28`).toBe(true)
      }),
    )
  })
})

const LETTERS = {
  streak: 'S',
  earlier: 'e',
  missed: 'm',
  skipped: '~',
  rested: 'r',
  'won-back': 'w',
  empty: '.',
} as const

describe('calendar days', () => {
  const facts = {
    from: '2026-03-02',
    to: '2026-03-08',
    today: '2026-03-08',
    skipped: new Set<string>(),
    rested: new Set<string>(),
    wonBack: [],
    runStart: null,
  }
  const states = (more: Partial<Parameters<typeof calendarDays>[0]>) =>
    calendarDays({ ...facts, claimed: new Map(), ...more })
      .map(({ state }) => LETTERS[state])
      .join('')

  it('before the first lesson are not missed', () => expect(states({})).toBe('.......'))

  it('separate the live run, an earlier run and the day that ended it', () => {
    const claimed = new Map([
      ['2026-03-01', 4],
      ['2026-03-02', 5],
      ['2026-03-06', 1],
      ['2026-03-07', 2],
    ])
    expect(states({ claimed, runStart: '2026-03-06' })).toBe('em..SS.')
  })

  it('that a zone never had are skipped [learning.zone-skipped-days]', () => {
    const shown = { timeZone: 'Pacific/Apia', from: '2011-12-01', to: '2012-01-31' }
    expect([...skippedDays([], shown)]).toEqual(['2011-12-30'])
  })

  it('skipped by a change of time zone neither count nor end a run', () => {
    const shown = { timeZone: 'UTC', from: '2026-03-01', to: '2026-03-31' }
    const skipped = skippedDays([{ dayBefore: '2026-03-04', dayAfter: '2026-03-06' }], shown)
    expect([...skipped]).toEqual(['2026-03-04', '2026-03-05'])
    const claimed = new Map([
      ['2026-03-03', 1],
      ['2026-03-06', 2],
    ])
    expect(states({ claimed, skipped, runStart: '2026-03-03' })).toBe('.S~~Sm.')
  })

  it('covered by rest days neither count nor end a run, and the next missed one ends it', () => {
    const claimed = new Map([
      ['2026-03-02', 8],
      ['2026-03-04', 9],
    ])
    const rested = new Set(['2026-03-03', '2026-03-05'])
    expect(states({ claimed, rested, runStart: null, today: '2026-03-08' })).toBe('ererm..')
    expect(states({ claimed, rested, runStart: '2026-02-20', today: '2026-03-06' })).toBe('SrSr...')
  })

  it('in the future are empty, and so is today', () => {
    expect(states({ claimed: new Map([['2026-03-03', 1]]), today: '2026-03-04', runStart: '2026-03-03' })).toBe(
      '.S.....',
    )
  })
})

it('the time zone at a moment is the one before the next change', () => {
  const changes = [
    { changedAt: new Date('2026-03-01T00:00:00Z'), fromZone: 'UTC' },
    { changedAt: new Date('2026-04-01T00:00:00Z'), fromZone: 'Asia/Tokyo' },
  ]
  const at = (moment: string) => timeZoneAt(new Date(moment), changes, 'Europe/Berlin')
  expect([at('2026-02-01T00:00:00Z'), at('2026-03-01T00:00:00Z'), at('2026-05-01T00:00:00Z')]).toEqual([
    'UTC',
    'Asia/Tokyo',
    'Europe/Berlin',
  ])
})
