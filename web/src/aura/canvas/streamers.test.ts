import { describe, expect, it } from 'vitest'
import { Streamers } from './streamers.ts'

const FRAME_MS = 1_000 / 60

/** Moves for a time and returns how far the front was pushed at the most, towards side B. */
function farthest(streamers: Streamers, ms: number): number {
  let farthestPx = 0
  for (let t = 0; t < ms; t += FRAME_MS) {
    const px = streamers.move(FRAME_MS)
    if (Math.abs(px) > Math.abs(farthestPx)) farthestPx = px
  }
  return farthestPx
}

describe('streamers', () => {
  it('push the front away from their side when they reach it, larger gifts further, and it returns', () => {
    const pushes = [0, 3].map((loudness) => {
      const streamers = new Streamers()
      streamers.add({ side: 'a', loudness, delayMs: 0 })
      expect(farthest(streamers, 500)).toBe(0)
      return farthest(streamers, 300)
    })
    expect(pushes[0]).toBeGreaterThan(3)
    expect(pushes[1]).toBeGreaterThan(3 * (pushes[0] ?? 0))
    const streamers = new Streamers()
    streamers.add({ side: 'b', loudness: 1, delayMs: 200 })
    expect(farthest(streamers, 1_000)).toBeLessThan(0)
    farthest(streamers, 2_000)
    expect(streamers.move(FRAME_MS)).toBe(0)
    expect(streamers.isIdle).toBe(true)
  })

  it('never pile up: a storm of gifts runs and pushes within bounds', () => {
    const streamers = new Streamers()
    for (let second = 0; second < 20; second++) {
      for (let i = 0; i < 200; i++) streamers.add({ side: 'a', loudness: 3, delayMs: (i % 5) * 120 })
      streamers.surge('a')
      expect(farthest(streamers, 1_000)).toBeLessThanOrEqual(40)
    }
    farthest(streamers, 3_000)
    expect(streamers.isIdle).toBe(true)
  })
})
