import { expect, it } from 'vitest'
import { changedIn, changesByMonth, claimedFirst, concerns } from './changes.rules.ts'

const lesson = (id: string, ...days: string[]) => ({ id, changed: days.map((on) => ({ on })) })
const [first, second, third] = [lesson('a', '2026-11-20', '2026-09-02'), lesson('b'), lesson('c', '2026-11-28')]
const lessons = [first, second, third]
const idsIn = (today: string) =>
  [...changesByMonth(lessons, today)].map(([month, its]) => [month, its.map(({ lesson }) => lesson.id)])

it('gathers a month once it is over, the latest first, and no month without changes [learning.changes]', () => {
  const september = ['2026-09', [first.id]]
  expect(idsIn('2026-09-30')).toEqual([])
  expect(idsIn('2026-11-30')).toEqual([september])
  expect(idsIn('2026-12-01')).toEqual([['2026-11', [third.id, first.id]], september])
  expect([...changedIn(lessons, '2026-11', '2026-12-01')]).toEqual([third.id, first.id])
  expect([...changedIn(lessons, '2026-10', '2026-12-01'), ...changedIn(lessons, '2026-11', '2026-11-30')]).toEqual([])
})

it('shows claimed lessons first, and concerns who claimed one or began 30 days ago [learning.changes]', () => {
  const changes = changesByMonth(lessons, '2026-12-01').get('2026-11') ?? []
  const claimed = new Set([first.id])
  expect(claimedFirst(changes, claimed).map(({ lesson }) => lesson.id)).toEqual([first.id, third.id])
  const reader = { claimed: new Set([second.id]), firstDay: '2026-11-02', today: '2026-12-01' }
  expect(concerns(changes, reader)).toBe(false)
  expect(concerns(changes, { ...reader, claimed })).toBe(true)
  expect(concerns(changes, { ...reader, firstDay: '2026-11-01' })).toBe(true)
  expect(concerns(changes, { ...reader, firstDay: undefined })).toBe(false)
})
