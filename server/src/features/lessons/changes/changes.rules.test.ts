import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type CatalogueLesson, loadCatalogue } from '../catalogue.ts'
import { changedIn, changesByMonth, claimedFirst, concerns } from './changes.rules.ts'

const catalogue = await loadCatalogue(join(import.meta.dirname, '../../../../../content/lessons'))
const [first, second, third] = [...catalogue.values()] as [CatalogueLesson, CatalogueLesson, CatalogueLesson]
const on = (lesson: CatalogueLesson, ...days: string[]): CatalogueLesson => ({
  ...lesson,
  changed: days.map((day) => ({
    on: day,
    was: 'It was so.',
    now: 'It is so.',
    source: 'https://example.org',
    paragraph: 1,
  })),
})
const lessons = [on(first, '2026-11-20', '2026-09-02'), on(second), on(third, '2026-11-28')]
const idsIn = (today: string) =>
  [...changesByMonth(lessons, today)].map(([month, its]) => [month, its.map(({ lesson }) => lesson.id)])

it('gathers a month once it is over, the latest first, and no month without changes [learning.changes]', () => {
  const september = ['2026-09', [first.id]]
  expect(idsIn('2026-09-30')).toEqual([])
  expect(idsIn('2026-11-30')).toEqual([september])
  expect(idsIn('2026-12-01')).toEqual([['2026-11', [third.id, first.id]], september])
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]))
  expect([...changedIn(byId, '2026-11', '2026-12-01')]).toEqual([third.id, first.id])
  expect([...changedIn(byId, '2026-10', '2026-12-01'), ...changedIn(byId, '2026-11', '2026-11-30')]).toEqual([])
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
