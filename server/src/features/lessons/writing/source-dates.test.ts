import { expect, it } from 'vitest'
import { checkLimitDays, dueOn, dueSources } from './source-dates.ts'

it.each([
  ['https://docs.base.org/chain/fees', 90],
  ['https://support.metamask.io/more', 90],
  ['https://l2beat.com/stages', 90],
  ['https://eips.ethereum.org/EIPS/eip-20', 366],
  ['https://www.rfc-editor.org/rfc/rfc6979', 366],
  ['https://example-docs.org/page', 366],
])('%s counts as checked for %i days', (url, days) => {
  expect(checkLimitDays(url)).toBe(days)
})

const source = (url: string, checkedOn: string | null = '2026-03-01') => ({ title: url, url, checkedOn })

it('sources of one day fall due on many, in the second half of their limit', () => {
  const days = Array.from({ length: 60 }, (_, at) =>
    dueOn({ url: `https://eips.ethereum.org/EIPS/eip-${at}`, checkedOn: '2026-03-01' }),
  )
  expect(new Set(days).size).toBeGreaterThan(30)
  expect(days.filter((day) => day < '2026-08-31' || day > '2027-03-02')).toEqual([])
})

it('lists what is due, the first due first, and what nobody checked at once', () => {
  const lessons = [
    { id: 'fees', sources: [source('https://eips.ethereum.org/EIPS/eip-20'), source('https://docs.base.org/fees')] },
    { id: 'keys', sources: [source('https://www.rfc-editor.org/rfc/rfc6979', null)] },
  ]
  const idsBy = (day: string) =>
    dueSources(lessons, new Date(day)).map(({ lesson, url }) => [lesson, new URL(url).host])
  expect(idsBy('2026-03-02')).toEqual([['keys', 'www.rfc-editor.org']])
  expect(idsBy('2026-06-01')).toEqual([
    ['keys', 'www.rfc-editor.org'],
    ['fees', 'docs.base.org'],
  ])
  expect(idsBy('2027-03-03')).toHaveLength(3)
})
