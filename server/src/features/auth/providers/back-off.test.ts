import { expect, it } from 'vitest'
import { BackOff } from './back-off.ts'

it('waits twice as long after each failure, up to a limit, and resets on success', () => {
  const backOff = new BackOff({ firstMs: 1_000, maxMs: 5_000 })
  expect(backOff.isWaiting(0)).toBe(false)
  for (const waitMs of [1_000, 2_000, 4_000, 5_000, 5_000]) {
    backOff.failed(100)
    expect(backOff.isWaiting(100 + waitMs - 1)).toBe(true)
    expect(backOff.isWaiting(100 + waitMs)).toBe(false)
  }
  backOff.answered()
  expect(backOff.isWaiting(100)).toBe(false)
  backOff.failed(100)
  expect(backOff.isWaiting(1_100)).toBe(false)
})
