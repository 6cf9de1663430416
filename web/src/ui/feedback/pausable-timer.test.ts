import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPausableTimer } from './pausable-timer.ts'

describe('createPausableTimer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('goes on with what was left', () => {
    const ended = vi.fn()
    const timer = createPausableTimer(1_000, ended)
    timer.run()
    vi.advanceTimersByTime(600)
    timer.pause()
    vi.advanceTimersByTime(10_000)
    timer.run()
    vi.advanceTimersByTime(399)
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ended).toHaveBeenCalledOnce()
  })
})
