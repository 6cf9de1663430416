import { expect, it } from 'vitest'
import { rankPages } from './rank-pages.ts'

const rows = (text: string) => [...text].map((id) => ({ id }))
const idsOf = (pages: ReturnType<typeof rankPages<{ id: string }>>) =>
  Array.from({ length: pages.count }, (_, index) => pages.at(index)?.id).join('')

it('puts pages of any length one after another', () => {
  const pages = rankPages([rows('abc'), rows('de'), rows('f'), rows('ghij')])
  expect(idsOf(pages)).toBe('abcdefghij')
  expect(pages.at(10)).toBeUndefined()
  expect(rankPages([]).count).toBe(0)
  expect(rankPages([[]]).at(0)).toBeUndefined()
})

it('omits users who moved to the first page from the second', () => {
  expect(idsOf(rankPages([rows('aeb'), rows('cdef'), rows('gh')]))).toBe('aebcdfgh')
})

it('finds somebody near a row, or anywhere, or nowhere', () => {
  const pages = rankPages([rows('abc'), rows('def')])
  expect(pages.indexOf('e', 4)).toBe(4)
  expect(pages.indexOf('e', 1)).toBe(4)
  expect(pages.indexOf('a', -1)).toBe(0)
  expect(pages.indexOf('z', 2)).toBe(-1)
})
