import { expect, it } from 'vitest'
import { nextRedemption } from './lapses.rules.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-03-02T00:00:00Z')
const at = (hours: number) => new Date(START_MS + hours * HOUR_MS)
/** Returns when the next redemption may start, in hours. `unused` and `cancelled` are hours too, latest first. */
const next = (unused: number[], now: number, cancelled: number[] = []) => {
  const found = nextRedemption({ unused: unused.map(at), cancelled: cancelled.map(at) }, at(now))
  return found && (found.at.getTime() - START_MS) / HOUR_MS
}

it('waits one, four and 24 hours after redemptions of a day that ran out [steeze.check-redeem-lapses]', () => {
  expect(next([], 0)).toBeNull()
  expect([next([10], 10), next([10], 10.9), next([10], 11)]).toEqual([11, 11, null])
  expect([next([11, 10], 14.9), next([11, 10], 15)]).toEqual([15, null])
  expect([next([15, 11, 10], 38), next([15, 11, 10], 39)]).toEqual([39, null])
  expect(next([39, 15, 11, 10], 39)).toBe(40)
})

it('goes on waiting when an earlier one is a day old meanwhile', () => {
  expect([next([15, 11, 10], 34), next([15, 11, 10], 36)]).toEqual([39, 39])
})

it('lets two requests be cancelled in 24 hours', () => {
  expect([next([], 5, [4]), next([], 5, [4, 2]), next([], 26, [4, 2])]).toEqual([null, 26, null])
  expect(next([10], 10, [4, 2])).toBe(26)
})
