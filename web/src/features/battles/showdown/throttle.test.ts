import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function saying() {
  const said: string[] = []
  return { said, throttle: new Throttle(15_000, (text) => said.push(text)) }
}

it('says the first at once, and of what comes then the newest, 15 s later at the soonest', () => {
  const { said, throttle } = saying()
  throttle.push('0 to 0')
  vi.advanceTimersByTime(0)
  for (let i = 1; i <= 140; i++) {
    throttle.push(`${i} to 0`)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(999)
  expect(said).toEqual(['0 to 0'])
  vi.advanceTimersByTime(1)
  expect(said).toEqual(['0 to 0', '140 to 0'])
})

it('never says the same twice in a row', () => {
  const { said, throttle } = saying()
  throttle.push('1 to 0')
  vi.advanceTimersByTime(20_000)
  throttle.push('1 to 0')
  vi.advanceTimersByTime(20_000)
  throttle.push('1 to 1')
  vi.advanceTimersByTime(0)
  expect(said).toEqual(['1 to 0', '1 to 1'])
})

it('says nothing more once it is stopped', () => {
  const { said, throttle } = saying()
  throttle.push('1 to 0')
  throttle.stop()
  vi.advanceTimersByTime(20_000)
  expect(said).toEqual([])
})
