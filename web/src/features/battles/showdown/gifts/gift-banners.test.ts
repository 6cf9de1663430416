import { describe, expect, it } from 'vitest'
import { type HeardGift, hearGifts, NO_GIFTS, nextChangeMs, STAYS_MS, shownGifts, streamersOf } from './gift-banners.ts'

let seq = 0
const gift = (name: string, amount: number, side: 0 | 1 = 0, isOwn = false): HeardGift => {
  seq += 1
  return { seq, giverId: name, name, image: null, side, amount, isOwn }
}
const names = (banners: readonly { name: string; amount: number; count: number }[]) =>
  banners.map(({ name, amount, count }) => `${name} ${amount} x${count}`)

describe('the banners of gifts', () => {
  it('count up quick gifts of one person to one side, and start over after a pause [battles.gift-banner]', () => {
    const first = hearGifts(NO_GIFTS, [gift('cy', 5), gift('cy', 7, 1)], 0, 1_000)
    const second = hearGifts(first, [gift('cy', 6)], 0, 1_000 + STAYS_MS - 1)
    const shown = shownGifts(second, 1_000 + STAYS_MS - 1, 3)
    expect(names(shown.sides[0])).toEqual(['cy 11 x2'])
    expect(names(shown.sides[1])).toEqual(['cy 7 x1'])
    expect(shown.sides[0][0]).toMatchObject({ loudness: 1, isLeaving: false })
    const pausedMs = 1_000 + 2 * STAYS_MS
    const third = hearGifts(second, [gift('cy', 1)], 0, pausedMs)
    expect(names(shownGifts(third, pausedMs, 3).sides[0])).toEqual(['cy 1 x1'])
  })

  it('show the viewer’s own first, then the largest, and count the others at once [battles.gift-banner]', () => {
    const gifts = [
      gift('cy', 40),
      gift('dee', 90),
      gift('eli', 70),
      gift('me', 2, 0, true),
      gift('flo', 1),
      gift('flo', 1),
    ]
    const { sides, more } = shownGifts(hearGifts(NO_GIFTS, gifts, 0, 0), 0, 3)
    expect(names(sides[0])).toEqual(['me 2 x1', 'dee 90 x1', 'eli 70 x1'])
    expect(more).toBe(3)
  })

  it('are never behind: at 200 gifts a second all of the last seconds are counted, and none later [battles.gift-banner]', () => {
    let heard = NO_GIFTS
    for (let second = 0; second < 60; second++) {
      const batch = Array.from({ length: 100 }, (_, i) => gift(`fan ${i % 40}`, 1 + i, (i % 2) as 0 | 1))
      heard = hearGifts(heard, batch, 100, second * 1_000)
    }
    const nowMs = 59_000
    const { sides, more } = shownGifts(heard, nowMs, 3)
    const inBanners = sides.flat().length * (100 / 40) * 4
    expect(sides.map(({ length }) => length)).toEqual([3, 3])
    expect(more).toBeGreaterThan(800 - inBanners - 20)
    expect(more).toBeLessThanOrEqual(800)
    expect(heard.combos.length).toBe(40)
    expect(heard.combos.reduce((sum, { recent }) => sum + recent.length, 0)).toBe(160)
    expect(heard.missed.length).toBe(4)
    expect(shownGifts(heard, nowMs + STAYS_MS, 3)).toEqual({ sides: [[], []], more: 0 })
  })

  it('say when they next change, until none is left', () => {
    const heard = hearGifts(NO_GIFTS, [gift('cy', 5)], 0, 0)
    const leavesMs = nextChangeMs(heard, 0) ?? 0
    expect(shownGifts(heard, leavesMs, 3).sides[0][0]?.isLeaving).toBe(true)
    const goneMs = nextChangeMs(heard, leavesMs) ?? 0
    expect(shownGifts(heard, goneMs - 1, 3).sides[0]).toHaveLength(1)
    expect(shownGifts(heard, goneMs, 3).sides[0]).toHaveLength(0)
    expect(nextChangeMs(heard, goneMs)).toBeNull()
  })
})

describe('the streamers of gifts', () => {
  it('run one by one for a few, larger for larger gifts, and together for many', () => {
    expect(streamersOf([gift('cy', 5), gift('dee', 120, 1)])).toEqual([
      { side: 0, loudness: 0, delayMs: 0, isOwn: false },
      { side: 1, loudness: 3, delayMs: 0, isOwn: false },
    ])
    const many = Array.from({ length: 60 }, () => gift('fan', 2))
    const streamers = streamersOf([...many, gift('me', 1, 0, true), gift('dee', 90)])
    expect(streamers.map(({ loudness, isOwn }) => [loudness, isOwn])).toEqual([
      [0, true],
      [2, false],
      [0, false],
      [3, false],
    ])
    expect(Math.max(...streamers.map(({ delayMs }) => delayMs))).toBeLessThan(1_000)
  })
})
