import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OwnTaps } from './own-taps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function tapping(send = async () => {}) {
  const sent: [string, number][] = []
  const taps = new OwnTaps({
    send: (id, count) => {
      sent.push([id, count])
      return send()
    },
  })
  return { taps, sent }
}

describe('own taps', () => {
  it('are told at once, then gathered, and never more than the server takes', () => {
    const { taps, sent } = tapping()
    taps.tap('a')
    vi.advanceTimersByTime(0)
    expect(sent).toEqual([['a', 1]])
    for (let i = 0; i < 9; i++) taps.tap('a')
    taps.tap('b')
    vi.advanceTimersByTime(799)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sent.slice(1)).toEqual([
      ['a', 4],
      ['b', 1],
    ])
    vi.advanceTimersByTime(10_000)
    expect(sent).toHaveLength(3)
  })

  it('are left out of what comes back, side by side', () => {
    const { taps } = tapping()
    taps.tap('a')
    taps.tap('a')
    vi.advanceTimersByTime(0)
    expect(taps.others('b', 2)).toBe(2)
    expect(taps.others('a', 1)).toBe(0)
    expect(taps.others('a', 5)).toBe(4)
    expect(taps.others('a', 5)).toBe(5)
  })

  it('that never came back hide nobody else’s', () => {
    const { taps } = tapping(async () => {
      throw new Error('refused')
    })
    taps.tap('a')
    vi.advanceTimersByTime(0)
    vi.advanceTimersByTime(5_001)
    expect(taps.others('a', 1)).toBe(1)
  })

  it('end with the page', () => {
    const { taps, sent } = tapping()
    taps.tap('a')
    taps.stop()
    vi.advanceTimersByTime(1_000)
    expect(sent).toEqual([])
  })
})
