import { expect, it } from 'vitest'
import { hasDayBegun } from './new-day.ts'

const at = (text: string) => Date.parse(`2026-03-02T${text}Z`)

it('a day begins at midnight of the user’s zone, a moment after this clock says so', () => {
  const begun = (since: string, now: string) => hasDayBegun('Asia/Tokyo', at(since), at(now))
  expect(begun('12:00:00', '14:59:59')).toBe(false)
  expect(begun('12:00:00', '15:00:00.500')).toBe(false)
  expect(begun('12:00:00', '15:00:01')).toBe(true)
  expect(begun('12:00:00', '23:00:00')).toBe(true)
  expect(begun('15:00:01', '23:00:00')).toBe(false)
  // A read at the very start of the day needs no refetch.
  expect(begun('15:00:00.500', '15:00:00.900')).toBe(false)
  expect(begun('15:00:01', '15:00:00.500')).toBe(false)
  expect(hasDayBegun('UTC', at('12:00:00'), at('15:00:01'))).toBe(false)
})
