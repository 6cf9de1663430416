import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WindowCounts } from './window-counts.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('counts by windows', () => {
  const HOUR_MS = 3_600_000
  const counted = (counts: WindowCounts, key: string) => {
    const results: unknown[] = []
    counts.incr(key, (_error, result) => results.push(result), 1_000)
    return results[0]
  }

  it('begin with the first request of a key and start anew when its window has passed', () => {
    const counts = new WindowCounts({ cache: 10 })
    expect(counted(counts, 'a')).toEqual({ current: 1, ttl: 1_000 })
    vi.advanceTimersByTime(400)
    expect(counted(counts, 'a')).toEqual({ current: 2, ttl: 600 })
    expect(counted(counts, 'b')).toEqual({ current: 1, ttl: 1_000 })
    vi.advanceTimersByTime(600)
    expect(counted(counts, 'a')).toEqual({ current: 1, ttl: 1_000 })
  })

  it('end on time although the clock was set back', () => {
    const counts = new WindowCounts({ cache: 10 })
    counted(counts, 'a')
    vi.setSystemTime(Date.now() - HOUR_MS)
    expect(counted(counts, 'a')).toEqual({ current: 2, ttl: 1_000 })
    vi.advanceTimersByTime(1_000)
    expect(counted(counts, 'a')).toEqual({ current: 1, ttl: 1_000 })
  })

  it('forget the key that was seen longest ago when there are too many', () => {
    const counts = new WindowCounts({ cache: 2 })
    for (const key of ['a', 'b', 'a', 'c']) counted(counts, key)
    expect(counted(counts, 'a')).toMatchObject({ current: 3 })
    expect(counted(counts, 'b')).toMatchObject({ current: 1 })
  })

  it('are kept apart by each limit', () => {
    const counts = new WindowCounts({ cache: 2 })
    counted(counts, 'a')
    expect(counted(counts.child(), 'a')).toMatchObject({ current: 1 })
  })
})
