import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createScrollBar } from './scroll-bar.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function scrollBar() {
  const seen = { isShown: false }
  const bar = createScrollBar((isShown) => {
    seen.isShown = isShown
  })
  return { bar, seen }
}

it('a scroll bar goes 600 ms after the pointer left', () => {
  const { bar, seen } = scrollBar()
  bar.entered()
  vi.advanceTimersByTime(60_000)
  expect(seen.isShown).toBe(true)
  bar.scrolled()
  vi.advanceTimersByTime(60_000)
  expect(seen.isShown).toBe(true)
  bar.left()
  vi.advanceTimersByTime(599)
  expect(seen.isShown).toBe(true)
  vi.advanceTimersByTime(1)
  expect(seen.isShown).toBe(false)
})

it('and 600 ms after the last bit of scrolling by keys or finger', () => {
  const { bar, seen } = scrollBar()
  for (let times = 0; times < 3; times++) {
    bar.scrolled()
    vi.advanceTimersByTime(599)
    expect(seen.isShown).toBe(true)
  }
  vi.advanceTimersByTime(1)
  expect(seen.isShown).toBe(false)
})

it('stays when the pointer comes back in time, and does nothing any more once its place is gone', () => {
  const { bar, seen } = scrollBar()
  bar.entered()
  bar.left()
  vi.advanceTimersByTime(300)
  bar.entered()
  vi.advanceTimersByTime(60_000)
  expect(seen.isShown).toBe(true)
  bar.left()
  bar.stop()
  vi.advanceTimersByTime(60_000)
  expect(seen.isShown).toBe(true)
})
