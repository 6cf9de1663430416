import { describe, expect, it } from 'vitest'
import {
  type CalendarDay,
  dayLabel,
  dayNote,
  firstSelected,
  longDay,
  monthFrom,
  monthTitle,
  shortDay,
  timeOf,
} from './calendar-text.ts'

const lesson = (auraEarned: number) => ({
  id: 'a',
  title: 'A',
  difficulty: 'beginner' as const,
  review: auraEarned === 0,
  wonBack: false,
  auraEarned,
  at: '2025-11-14T07:14:00Z',
  timeZone: 'Europe/Berlin',
})
const day = (more: Partial<CalendarDay> = {}): CalendarDay => ({
  day: '2025-11-14',
  state: 'streak',
  streakDay: 7,
  lessons: [lesson(90), lesson(60), lesson(40)],
  ...more,
})

it('names days and months', () => {
  expect([longDay('2025-11-14'), shortDay('2025-11-14'), shortDay('2025-09-01'), monthTitle('2025-11')]).toEqual([
    'Friday 14 November',
    'Fri 14 Nov',
    'Mon 1 Sep',
    'November 2025',
  ])
})

it('goes from month to month over the years', () => {
  expect([monthFrom('2025-11', -1), monthFrom('2025-12', 1), monthFrom('2026-01', -1)]).toEqual([
    '2025-10',
    '2026-01',
    '2025-12',
  ])
})

it('tells the time people had, and where, if that is elsewhere now', () => {
  expect(timeOf(lesson(1), 'Europe/Berlin')).toBe('08:14')
  expect(timeOf(lesson(1), 'America/New_York')).toBe('08:14 in Europe/Berlin')
})

describe('a day in words', () => {
  it.each([
    [day(), 'Friday 14 November, day 7, Attention Seeker, 3 lessons, 190 AP'],
    [
      day({ state: 'earlier', lessons: [lesson(0)] }),
      'Friday 14 November, day 7, Attention Seeker, of an earlier streak, 1 review, 0 AP',
    ],
    [
      day({ lessons: [lesson(90), { ...lesson(10), review: true }] }),
      'Friday 14 November, day 7, Attention Seeker, 1 lesson, 1 review, 100 AP',
    ],
    [day({ state: 'missed', streakDay: null, lessons: [] }), 'Friday 14 November, missed'],
    [day({ state: 'rested', streakDay: null, lessons: [] }), 'Friday 14 November, rested'],
    [day({ state: 'skipped', streakDay: null, lessons: [] }), 'Friday 14 November, skipped by a change of time zone'],
  ])('%#', (told, text) => expect(dayLabel(told, '2025-11-20')).toBe(text))

  it('names today', () => {
    expect(dayLabel(day({ state: 'empty', streakDay: null, lessons: [] }), '2025-11-14')).toBe(
      'Friday 14 November, today',
    )
  })

  it('says what it did for the streak [learning.win-back-shown]', () => {
    expect(dayNote(day(), '')).toMatch(/The others paid AP and didn’t change the streak/)
    expect(dayNote(day({ lessons: [lesson(40), lesson(0)] }), '')).toMatch(/The other one didn’t change the streak/)
    expect(dayNote(day({ lessons: [lesson(40)] }), '')).toBe('This day’s lesson lit the line.')
    const review = { ...lesson(10), review: true }
    expect(dayNote(day({ lessons: [review] }), '')).toBe('This day’s review lit the line.')
    expect(dayNote(day({ lessons: [review, lesson(40)] }), '')).toMatch(
      /^This day’s review lit the line. The other one/,
    )
    const winBack = { ...lesson(0), wonBack: true }
    expect([
      dayNote(day({ lessons: [lesson(40), winBack] }), ''),
      dayNote(day({ lessons: [lesson(40), review, winBack] }), ''),
      dayNote(day({ lessons: [review, winBack] }), ''),
      dayNote(day({ lessons: [winBack] }), ''),
      dayNote(day({ lessons: [winBack, lesson(40)] }), ''),
    ]).toEqual([
      'This day’s lesson lit the line, and a later review won the streak back.',
      'The first lesson of the day lit the line, and a later review won the streak back. The other one paid AP and didn’t change the streak.',
      'This day’s review lit the line, and a later review won the streak back.',
      'A review won the streak back and lit the line.',
      'A review won the streak back and lit the line. The other one paid AP and didn’t change the streak.',
    ])
    expect(dayNote(day({ state: 'missed', lessons: [] }), '')).toMatch(/ended/)
    expect(dayNote(day({ state: 'rested', lessons: [] }), '')).toMatch(/held/)
  })
})

it('begins with the latest day of the month that has lessons', () => {
  const days = [day({ day: '2025-10-31' }), day({ day: '2025-11-03' }), day({ day: '2025-11-04', lessons: [] })]
  const calendar = { days, today: '2025-11-04', month: '2025-11' } as Parameters<typeof firstSelected>[0]
  expect(firstSelected(calendar)).toBe('2025-11-03')
  expect(firstSelected({ ...calendar, days: days.slice(2) })).toBe('2025-11-04')
  expect(firstSelected({ ...calendar, days: [] })).toBeNull()
})
