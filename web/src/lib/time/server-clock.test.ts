import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTimeOf, serverNow } from './server-clock.ts'

const HOUR_MS = 3_600_000
const inMs = (ms: number) => ({ serverTime: new Date(Date.now() + ms).toISOString() })
const aheadMs = () => serverNow() - Date.now()
/** A response that just arrived, after `tookMs`. */
const after = (tookMs: number) => ({ cameMs: Date.now(), tookMs })
afterEach(() => {
  vi.restoreAllMocks()
  noteServerTimeOf(inMs(HOUR_MS), after(0))
  noteServerTimeOf(inMs(0), after(0))
})

it('goes by the time of a response, also of a list, when somebody has set a clock', () => {
  noteServerTimeOf(inMs(HOUR_MS), after(100))
  expect(aheadMs()).toBeCloseTo(HOUR_MS + 50, -2)
  noteServerTimeOf([inMs(-HOUR_MS), inMs(HOUR_MS)], after(4_000))
  expect(aheadMs()).toBeCloseTo(-HOUR_MS + 2_000, -2)
})

it('counts from when the response came', () => {
  const twoSecondsAgo = { cameMs: Date.now() - 2_000, tookMs: 0 }
  noteServerTimeOf(inMs(HOUR_MS - 2_000), twoSecondsAgo)
  expect(aheadMs()).toBeCloseTo(HOUR_MS, -2)
})

it('a delayed response leaves the countdown as it was, and a quick one mends it', () => {
  noteServerTimeOf(inMs(HOUR_MS - 300), after(2_000))
  expect(aheadMs()).toBeCloseTo(HOUR_MS + 700, -2)
  noteServerTimeOf(inMs(HOUR_MS), after(20))
  expect(aheadMs()).toBeCloseTo(HOUR_MS + 10, -2)
  noteServerTimeOf(inMs(HOUR_MS - 3_000), after(4_000))
  expect(aheadMs()).toBeCloseTo(HOUR_MS + 10, -2)
})

it('an old response loses to a less certain one', () => {
  noteServerTimeOf(inMs(HOUR_MS), after(20))
  noteServerTimeOf(inMs(HOUR_MS - 700), after(1_000))
  expect(aheadMs()).toBeCloseTo(HOUR_MS + 10, -2)
  const soon = performance.now() + HOUR_MS
  vi.spyOn(performance, 'now').mockReturnValue(soon)
  noteServerTimeOf(inMs(HOUR_MS - 700), after(1_000))
  expect(aheadMs()).toBeCloseTo(HOUR_MS - 200, -2)
})

it('keeps to it where a response tells no time', () => {
  noteServerTimeOf(inMs(HOUR_MS), after(0))
  for (const answer of [null, 'text', [], {}, { serverTime: 'soon' }, { serverTime: 7 }])
    noteServerTimeOf(answer, after(0))
  expect(aheadMs()).toBeCloseTo(HOUR_MS, -2)
})
