import { describe, expect, it } from 'vitest'
import { afterCheck, lagMs, type Replay, UNKNOWN } from './replay.rules.ts'

/** Checks in order: at a time, what the primary had flushed before and the replica has replayed after. */
const checked = (...checks: [atMs: number, flushed: number, replayed: number][]): Replay =>
  checks.reduce((replay, [atMs, flushed, replayed]) => afterCheck(replay, { atMs, flushed }, replayed), UNKNOWN)

describe('the lag of a replica', () => {
  it('is unknown until a second check', () => {
    expect(lagMs(UNKNOWN, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(lagMs(checked([0, 100, 100]), 0)).toBe(Number.POSITIVE_INFINITY)
    expect(lagMs(checked([0, 100, 100], [500, 100, 100]), 700)).toBe(200)
  })

  it('does not grow while the primary is idle', () => {
    expect(lagMs(checked([0, 100, 100], [500, 100, 100], [90_000, 100, 100]), 90_000)).toBe(0)
  })

  it('counts from the newest position that is replayed', () => {
    const busy = checked([0, 100, 100], [500, 200, 150], [1_000, 300, 250])
    expect(lagMs(busy, 1_000)).toBe(500)
    expect(lagMs(afterCheck(busy, { atMs: 1_500, flushed: 400 }, 299), 1_500)).toBe(1_000)
    expect(lagMs(afterCheck(busy, { atMs: 1_500, flushed: 400 }, 300), 1_500)).toBe(500)
  })

  it('grows while nothing is replayed, also when the primary writes nothing more', () => {
    const stuck = checked([0, 100, 100], [500, 100, 100], [1_000, 200, 100], [9_000, 200, 100])
    expect(lagMs(stuck, 9_000)).toBe(8_500)
    expect(lagMs(afterCheck(stuck, { atMs: 9_500, flushed: 200 }, 200), 9_500)).toBe(0)
  })

  it('is unknown while the replica has what the primary has not', () => {
    const ahead = checked([0, 100, 100], [500, 100, 150], [1_000, 120, 150])
    expect(lagMs(ahead, 1_000)).toBe(Number.POSITIVE_INFINITY)
    expect(lagMs(afterCheck(ahead, { atMs: 1_500, flushed: 149 }, 150), 1_500)).toBe(Number.POSITIVE_INFINITY)
  })

  it('keeps a bounded number of positions', () => {
    let replay = checked([0, 1, 1])
    for (let nr = 1; nr < 5_000; nr++) replay = afterCheck(replay, { atMs: nr * 500, flushed: nr + 1 }, 1)
    expect(replay.waiting.length).toBe(3_600)
  })
})
