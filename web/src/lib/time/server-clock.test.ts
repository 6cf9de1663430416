import { afterEach, expect, it } from 'vitest'
import { noteServerTimeOf, serverNow } from './server-clock.ts'

const HOUR_MS = 3_600_000
const inMs = (ms: number) => ({ serverTime: new Date(Date.now() + ms).toISOString() })
const aheadMs = () => serverNow() - Date.now()
afterEach(() => noteServerTimeOf(inMs(0)))

it('goes by the time in the answer last heard, also of a list', () => {
  noteServerTimeOf(inMs(HOUR_MS))
  expect(aheadMs()).toBeCloseTo(HOUR_MS, -3)
  noteServerTimeOf([inMs(-HOUR_MS), inMs(HOUR_MS)])
  expect(aheadMs()).toBeCloseTo(-HOUR_MS, -3)
})

it('counts from when the answer came', () => {
  noteServerTimeOf({ serverTime: new Date(Date.now() - 2_000).toISOString() }, Date.now() - 2_000)
  expect(aheadMs()).toBeCloseTo(0, -3)
})

it('keeps to it where an answer tells no time', () => {
  noteServerTimeOf(inMs(HOUR_MS))
  for (const answer of [null, 'text', [], {}, { serverTime: 'soon' }, { serverTime: 7 }]) noteServerTimeOf(answer)
  expect(aheadMs()).toBeCloseTo(HOUR_MS, -3)
})
