import { expect, it } from 'vitest'
import { boardAt } from './board.rules.ts'

it('starts weeks on Monday and months on the first, in UTC', () => {
  const week = (text: string) => boardAt('weekly', new Date(text))
  const month = (text: string) => boardAt('monthly', new Date(text))
  expect(week('1970-01-01T00:00:00Z')).toBe(1_000_000)
  expect(week('2026-03-01T23:59:59.999Z')).toBe(week('2026-02-23T00:00:00Z'))
  expect(week('2026-03-02T00:00:00Z')).toBe(week('2026-03-01T23:59:59Z') + 1)
  expect(month('1970-01-31T00:00:00Z')).toBe(2_000_000)
  expect(month('2026-03-01T00:00:00Z')).toBe(month('2026-02-28T23:59:59Z') + 1)
  expect(boardAt('all-time', new Date())).toBe(0)
})
